import { createTwoFilesPatch } from 'diff';

/** Returns the changes between two texts in the unified format, or an empty text if they are equal. */
export function gitDiff(before: string, after: string): string {
	if (before === after) return '';
	const options = { context: 3 };
	const texts = [`${before}\n`, `${after}\n`] as const;
	const patch = createTwoFilesPatch('previous', 'current', ...texts, '', '', options);
	return patch.slice(patch.indexOf('---')).replace(/\t$/gm, '').trimEnd();
}
