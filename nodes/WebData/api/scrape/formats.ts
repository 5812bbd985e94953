import { z } from 'zod';
import { extractionSchema } from '../schema/jsonSchema';
import { nonBlank, textUpTo, wholeNumber } from '../schema/values';

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

const prompt = textUpTo(10_000);

const plain = plainFormats.map((type) => z.object({ type: z.literal(type) }).strict());

export const viewport = z
	.object({
		width: wholeNumber.min(1).max(7680),
		height: wholeNumber.min(1).max(4320),
	})
	.strict();

export const screenshotSettings = {
	fullPage: z.boolean().optional(),
	quality: wholeNumber.min(1).max(100).optional(),
	viewport: viewport.optional(),
};

const formatsWithSettings = [
	z.object({ type: z.literal('screenshot'), ...screenshotSettings }).strict(),
	z
		.object({
			type: z.literal('json'),
			prompt: prompt.optional(),
			schema: extractionSchema.optional(),
			checkPromptInjection: z.boolean().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('deterministicJson'),
			prompt: prompt.optional(),
			schema: extractionSchema.optional(),
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
			schema: extractionSchema.optional(),
			tag: z.string().optional(),
		})
		.strict(),
	z
		.object({
			type: z.literal('attributes'),
			selectors: z.array(z.object({ selector: nonBlank, attribute: nonBlank }).strict()).min(1),
		})
		.strict(),
] as const;

const [firstPlain, ...otherPlain] = plain as [(typeof plain)[number], ...(typeof plain)[number][]];

export const format = z.discriminatedUnion('type', [
	firstPlain,
	...otherPlain,
	...formatsWithSettings,
]);

export type Format = z.infer<typeof format>;
export type FormatType = Format['type'];

export const formatTypes = [...format.optionsMap.keys()] as FormatType[];

const count = (formats: Format[], type: string): number =>
	formats.filter((each) => each.type === type).length;

export const formats = z.array(format).superRefine((list, context) => {
	const reject = (message: string) => context.addIssue({ code: 'custom', message });
	if (count(list, 'rawBase64') > 0 && list.length > 1) {
		reject("must not contain other formats in addition to 'Raw Base64'");
	}
	if (count(list, 'changeTracking') > 0 && count(list, 'markdown') === 0) {
		reject("must contain 'Markdown' to use 'Change Tracking'");
	}
	if (count(list, 'screenshot') > 1) reject("must contain 'Screenshot' only once");
	if (count(list, 'json') > 0 && count(list, 'deterministicJson') > 0) {
		reject("must not contain both 'JSON' and 'Deterministic JSON'");
	}
});
