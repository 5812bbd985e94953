import { z } from 'zod';
import { anything, openObject } from '../schema/output';

const texts = <Name extends string>(...names: Name[]) =>
	openObject(Object.fromEntries(names.map((name) => [name, z.string()])));

/** The specification ("Change tracking") documents `diff` as a string. The live API returns an object. */
export const changeTracking = openObject({
	changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
	previousScrapeAt: z.string().nullable(),
	visibility: z.enum(['visible', 'hidden']),
	diff: z.union([z.string(), openObject({ text: z.string(), json: anything })]).nullable(),
	json: openObject({}).nullable(),
});

const typography = openObject({
	fontFamilies: texts('primary', 'heading', 'code'),
	fontSizes: texts('h1', 'h2', 'h3', 'body'),
	fontWeights: openObject({
		light: z.number().int(),
		regular: z.number().int(),
		medium: z.number().int(),
		bold: z.number().int(),
	}),
	lineHeights: texts('heading', 'body'),
});

const spacing = openObject({
	baseUnit: z.number().int(),
	borderRadius: z.string(),
	padding: openObject({}),
	margins: openObject({}),
});

const components = openObject({
	buttonPrimary: texts('background', 'textColor', 'borderRadius'),
	buttonSecondary: texts('background', 'textColor', 'borderColor', 'borderRadius'),
	input: openObject({}),
});

const colors = texts(
	'primary',
	'secondary',
	'accent',
	'background',
	'textPrimary',
	'textSecondary',
	'link',
	'success',
	'warning',
	'error',
);

/** See "Branding" in the specification. */
export const branding = openObject({
	colorScheme: z.enum(['light', 'dark']),
	logo: z.string().nullable(),
	colors: colors.nullable(),
	fonts: z.array(openObject({ family: z.string() })).nullable(),
	typography: typography.nullable(),
	spacing: spacing.nullable(),
	components: components.nullable(),
	icons: openObject({}).nullable(),
	images: texts('logo', 'favicon', 'ogImage').nullable(),
	animations: openObject({}).nullable(),
	layout: openObject({}).nullable(),
	personality: openObject({}).nullable(),
});

const price = openObject({
	amount: z.number(),
	currency: z.string(),
	formatted: z.string(),
}).required({
	amount: true,
});

const variant = openObject({
	id: z.string(),
	sku: z.string(),
	title: z.string(),
	values: openObject({}),
	price,
	sale: openObject({ originalPrice: price }).required(),
	availability: openObject({ inStock: z.boolean(), text: z.string() }).required({ inStock: true }),
	images: z.array(openObject({ url: z.string(), alt: z.string() })),
});

/** See "Product" in the specification. */
export const product = openObject({
	title: z.string(),
	brand: z.string(),
	category: z.string(),
	url: z.string(),
	description: z.string(),
	variants: z.array(variant.required({ availability: true })),
});

/** The live API supports the `attributes` format, but the specification does not list the format. */
export const attributes = z.array(
	openObject({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }),
);
