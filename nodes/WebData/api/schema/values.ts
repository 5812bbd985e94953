import { z } from 'zod';
import { pathIdIn } from './pathId';
import { uuidIn } from './uuid';

const isBlank = (text: string): boolean => text.trim() === '';

/** A string with at least one non-space character. Surrounding spaces are kept. */
export const nonBlank = z.string().refine((text) => !isBlank(text), 'must not be empty');

export const textUpTo = (maxLength: number) =>
	z
		.string()
		.max(maxLength)
		.refine((text) => !isBlank(text), 'must not be empty');

const repeatedName = (names: readonly string[]): string | undefined => {
	const known = new Set<string>();
	return names.find((name) => {
		const isKnown = known.has(name.toLowerCase());
		known.add(name.toLowerCase());
		return isKnown;
	});
};

export const headers = z
	.record(
		z.string().refine((name) => name !== '', 'must contain a name for each header'),
		z.string(),
	)
	.superRefine((values, context) => {
		const name = repeatedName(Object.keys(values));
		if (name === undefined) return;
		context.addIssue({
			code: 'custom',
			message: `must contain each header only once (${name} is repeated)`,
		});
	});

export const wholeNumber = z.number().int('must be a whole number');

/** The live API accepts known integration names and all names that begin with an underscore. */
export const integration = nonBlank;

type IdReader = (text: string, after: string) => string | undefined;

/** An ID for a URL path. A user may enter the ID in quotes, or a URL in which the ID follows `segment`. */
const inPath = (read: IdReader, segment: string, message: string) =>
	z
		.string()
		.min(1)
		.transform((text, context) => {
			const id = read(text, segment);
			if (id !== undefined) return id;
			context.addIssue({ code: 'custom', message });
			return z.NEVER;
		});

export const uuidInPath = (what: string, segment: string) =>
	inPath(uuidIn, segment, `must be the ID of ${what}, which is a UUID`);

/** An ID for a URL path. The specification does not define the format of such an ID. */
export const idInPath = (what: string, segment: string) =>
	inPath(
		pathIdIn,
		segment,
		`must be the ID of ${what}: up to 200 characters without spaces or slashes`,
	);
