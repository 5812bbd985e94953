import { z } from 'zod';
import { screenshotSettings } from './formats';
import { nonBlank, wholeNumber } from '../schema/values';

/** Maximum number of actions that the live API accepts. */
const MAX_ACTIONS = 50;

export const pdfPaperFormats = [
	'A0',
	'A1',
	'A2',
	'A3',
	'A4',
	'A5',
	'A6',
	'Letter',
	'Legal',
	'Tabloid',
	'Ledger',
] as const;

const selector = nonBlank;

export const action = z.discriminatedUnion('type', [
	z
		.object({
			type: z.literal('wait'),
			milliseconds: wholeNumber.min(1).optional(),
			selector: selector.optional(),
		})
		.strict(),
	z.object({ type: z.literal('screenshot'), ...screenshotSettings }).strict(),
	z.object({ type: z.literal('click'), selector, all: z.boolean().optional() }).strict(),
	z.object({ type: z.literal('write'), text: z.string().min(1) }).strict(),
	z.object({ type: z.literal('press'), key: z.string().min(1) }).strict(),
	z
		.object({
			type: z.literal('scroll'),
			direction: z.enum(['up', 'down']).optional(),
			selector: selector.optional(),
		})
		.strict(),
	z.object({ type: z.literal('scrape') }).strict(),
	z.object({ type: z.literal('executeJavascript'), script: nonBlank }).strict(),
	z
		.object({
			type: z.literal('pdf'),
			format: z.enum(pdfPaperFormats).optional(),
			landscape: z.boolean().optional(),
			scale: z.number().optional(),
		})
		.strict(),
]);

export const actions = z
	.array(action)
	.max(MAX_ACTIONS)
	.superRefine((list, context) => {
		list.forEach((step, index) => {
			if (step.type !== 'wait') return;
			const forms = [step.milliseconds, step.selector].filter((form) => form !== undefined);
			if (forms.length === 1) return;
			context.addIssue({
				code: 'custom',
				path: [index],
				message: 'must wait either for a duration or for an element',
			});
		});
	});
