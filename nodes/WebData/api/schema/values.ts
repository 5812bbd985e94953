import { z } from 'zod';
import { pathIdIn } from './pathId';
import { uuidIn } from './uuid';

const isBlank = (text: string): boolean => text.trim() === '';

/** A string with at least one non-space character. The value is sent unchanged. */
export const nonBlank = z.string().refine((text) => !isBlank(text), 'must not be empty');

/** A string with at least one non-space character and a maximum length in characters. */
export const textUpTo = (maxLength: number) =>
	z
		.string()
		.max(maxLength)
		.refine((text) => !isBlank(text), 'must not be empty');

/** Returns the first repeated header name. Header names are case-insensitive. */
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

/** Name of an integration. The live API accepts known names, and all names that begin with an underscore. */
export const integration = nonBlank;

type IdReader = (text: string, after: string) => string | undefined;

/**
 * An ID in a URL path. Users may enter the ID with quotes, or as part of a URL that contains `segment` before the ID.
 */
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

/** A UUID in a URL path. */
export const uuidInPath = (what: string, segment: string) =>
	inPath(uuidIn, segment, `must be the ID of ${what}, which is a UUID`);

/** An ID in a URL path. The specification does not define the format of the ID. */
export const idInPath = (what: string, segment: string) =>
	inPath(
		pathIdIn,
		segment,
		`must be the ID of ${what}: up to 200 characters without spaces or slashes`,
	);
