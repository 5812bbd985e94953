// The output formats of a scrape. The specification leaves their shape open; names and object forms are the living service's.

import { z } from 'zod';
import { jsonSchema } from '../schema/jsonSchema';
import { wholeNumber } from '../schema/values';

const LONGEST_PROMPT = 10_000;

/** Formats that are a name and nothing else. */
export const plainFormats = [
	'markdown',
	'html',
	'rawHtml',
	'rawBase64',
	'links',
	'images',
	'summary',
	'branding',
	'product',
	'menu',
	'audio',
	'video',
] as const;

const prompt = z.string().min(1).max(LONGEST_PROMPT);

const plain = plainFormats.map((type) => z.object({ type: z.literal(type) }).strict());

export const viewport = z
	.object({
		width: wholeNumber.min(1).max(7680),
		height: wholeNumber.min(1).max(4320),
	})
	.strict();

export const screenshotLook = {
	fullPage: z.boolean().optional(),
	quality: wholeNumber.min(1).max(100).optional(),
	viewport: viewport.optional(),
};

const described = [
	z.object({ type: z.literal('screenshot'), ...screenshotLook }).strict(),
	z
		.object({
			type: z.literal('json'),
			prompt: prompt.optional(),
			schema: jsonSchema.optional(),
			checkPromptInjection: z.boolean().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('deterministicJson'),
			prompt: prompt.optional(),
			schema: jsonSchema.optional(),
		})
		.strict(),
	z.object({ type: z.literal('question'), question: prompt }).strict(),
	z.object({ type: z.literal('highlights'), query: prompt }).strict(),
	z
		.object({
			type: z.literal('query'),
			prompt,
			mode: z.enum(['freeform', 'directQuote']).optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('changeTracking'),
			modes: z.array(z.enum(['git-diff', 'json'])).optional(),
			prompt: prompt.optional(),
			schema: jsonSchema.optional(),
			tag: z.string().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('attributes'),
			selectors: z
				.array(z.object({ selector: z.string().min(1), attribute: z.string().min(1) }).strict())
				.min(1),
		})
		.strict(),
] as const;

const [firstPlain, ...otherPlain] = plain as [(typeof plain)[number], ...(typeof plain)[number][]];

export const format = z.discriminatedUnion('type', [firstPlain, ...otherPlain, ...described]);

export type Format = z.infer<typeof format>;
export type FormatType = Format['type'];

export const formatTypes = [...format.optionsMap.keys()] as FormatType[];

const count = (formats: Format[], type: string): number =>
	formats.filter((each) => each.type === type).length;

/** A list of formats, with what the living service refuses in their combination. */
export const formats = z.array(format).superRefine((list, context) => {
	const refuse = (message: string) => context.addIssue({ code: 'custom', message });
	if (count(list, 'rawBase64') > 0 && list.length > 1) {
		refuse("must hold nothing else beside 'Raw Base64'");
	}
	if (count(list, 'changeTracking') > 0 && count(list, 'markdown') === 0) {
		refuse("must hold 'Markdown' too when it holds 'Change Tracking'");
	}
	if (count(list, 'screenshot') > 1) refuse("must hold 'Screenshot' at most once");
	if (count(list, 'json') > 0 && count(list, 'deterministicJson') > 0) {
		refuse("must hold either 'JSON' or 'Deterministic JSON'");
	}
});
