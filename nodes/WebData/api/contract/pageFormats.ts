// Formats of a page that are objects of their own. Specification: Change tracking, Branding, Product.

import { z } from 'zod';
import { anything, open } from './shapes';

/** Of the same fields, all texts. */
const texts = <Name extends string>(...names: Name[]) =>
	open(Object.fromEntries(names.map((name) => [name, z.string()])));

/** Specification: Change tracking. `diff` is an object at the living service. */
export const changeTracking = open({
	changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
	previousScrapeAt: z.string().nullable(),
	visibility: z.enum(['visible', 'hidden']),
	diff: z.union([z.string(), open({ text: z.string(), json: anything })]).nullable(),
	json: open({}).nullable(),
});

const typography = open({
	fontFamilies: texts('primary', 'heading', 'code'),
	fontSizes: texts('h1', 'h2', 'h3', 'body'),
	fontWeights: open({
		light: z.number().int(),
		regular: z.number().int(),
		medium: z.number().int(),
		bold: z.number().int(),
	}),
	lineHeights: texts('heading', 'body'),
});

const spacing = open({
	baseUnit: z.number().int(),
	borderRadius: z.string(),
	padding: open({}),
	margins: open({}),
});

const components = open({
	buttonPrimary: texts('background', 'textColor', 'borderRadius'),
	buttonSecondary: texts('background', 'textColor', 'borderColor', 'borderRadius'),
	input: open({}),
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

/** Specification: Branding. */
export const branding = open({
	colorScheme: z.enum(['light', 'dark']),
	logo: z.string().nullable(),
	colors: colors.nullable(),
	fonts: z.array(open({ family: z.string() })).nullable(),
	typography: typography.nullable(),
	spacing: spacing.nullable(),
	components: components.nullable(),
	icons: open({}).nullable(),
	images: texts('logo', 'favicon', 'ogImage').nullable(),
	animations: open({}).nullable(),
	layout: open({}).nullable(),
	personality: open({}).nullable(),
});

const price = open({ amount: z.number(), currency: z.string(), formatted: z.string() }).required({
	amount: true,
});

const variant = open({
	id: z.string(),
	sku: z.string(),
	title: z.string(),
	values: open({}),
	price,
	sale: open({ originalPrice: price }).required(),
	availability: open({ inStock: z.boolean(), text: z.string() }).required({ inStock: true }),
	images: z.array(open({ url: z.string(), alt: z.string() })),
});

/** Specification: Product. */
export const product = open({
	title: z.string(),
	brand: z.string(),
	category: z.string(),
	url: z.string(),
	description: z.string(),
	variants: z.array(variant.required({ availability: true })),
});

/** The living service's; the specification does not know the format. */
export const attributes = z.array(
	open({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }),
);
