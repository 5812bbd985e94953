import type { ZodTypeAny } from 'zod';
import { issuesOf } from '../../nodes/WebData/form/issues';

export function problems(contract: ZodTypeAny, value: unknown): string[] {
	const checked = contract.safeParse(value);
	if (checked.success) return [];
	return issuesOf(checked.error, value).map(({ path, message }) =>
		`${path.join('.')} ${message}`.trim(),
	);
}

export const long = (length: number): string => 'x'.repeat(length);
