import { type ZodTypeAny, ZodObject } from 'zod';
import { validateFields, issuesOf } from '../../nodes/WebData/form/issues';
import type { JsonObject } from '../../nodes/WebData/json/json';

/** Checks a whole form as an operation does, and any other value with its type. */
export function problems(contract: ZodTypeAny, value: unknown): string[] {
	return issuesIn(contract, value).map(({ path, message }) =>
		`${path.join('.')} ${message}`.trim(),
	);
}

function issuesIn(contract: ZodTypeAny, value: unknown) {
	if (contract instanceof ZodObject) {
		const checked = validateFields(contract, value as JsonObject);
		return 'issues' in checked ? checked.issues : [];
	}
	const checked = contract.safeParse(value);
	return checked.success ? [] : issuesOf(checked.error.issues, value);
}

export const long = (length: number): string => 'x'.repeat(length);
