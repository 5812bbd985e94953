import type { ZodTypeAny } from 'zod';
import { issuesOf } from '../../../nodes/WebData/api/schema/issues';

/**
 * Returns one line per issue: the path, then the message. Returns an empty string for a valid
 * value.
 */
export function problems(contract: ZodTypeAny, value: unknown): string[] {
	const checked = contract.safeParse(value);
	if (checked.success) return [];
	return issuesOf(checked.error, value).map(({ path, message }) =>
		`${path.join('.')} ${message}`.trim(),
	);
}

export const long = (length: number): string => 'x'.repeat(length);
