import { z } from 'zod';
import { pathIdIn } from './pathId';
import { uuidIn } from './uuid';

const isBlank = (text: string): boolean => text.trim() === '';

/** A string that must not consist only of spaces. It is sent unchanged. */
export const nonBlank = z.string().refine((text) => !isBlank(text), 'must not be empty');

/** The same with a maximum length in characters. */
export const textUpTo = (maxLength: number) =>
	z
		.string()
		.max(maxLength)
		.refine((text) => !isBlank(text), 'must not be empty');

/** Header names are case-insensitive. */
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
		z.string().refine((name) => name !== '', 'must have a name for each header'),
		z.string(),
	)
	.superRefine((values, context) => {
		const name = repeatedName(Object.keys(values));
		if (name === undefined) return;
		context.addIssue({
			code: 'custom',
			message: `must have each header once (${name} is repeated)`,
		});
	});

export const wholeNumber = z.number().int('must be a whole number');

/** The live API accepts the names that it knows, and any name that begins with an underscore. */
export const integration = nonBlank;

type IdReader = (text: string, after: string) => string | undefined;

/** An ID in a path. It may be pasted with quotes, or inside a URL, where it follows `segment`. */
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

/** An ID that must be a UUID. */
export const uuidInPath = (what: string, segment: string) =>
	inPath(uuidIn, segment, `must be the ID of ${what}, which is a UUID`);

/** An ID whose format the specification leaves open. */
export const idInPath = (what: string, segment: string) =>
	inPath(
		pathIdIn,
		segment,
		`must be the ID of ${what}: up to 200 characters without spaces or slashes`,
	);
