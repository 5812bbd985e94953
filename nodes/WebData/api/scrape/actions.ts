// What the service does on the page before it reads it. Specification: Actions.

import { z } from 'zod';
import { screenshotLook } from './formats';
import { wholeNumber } from '../schema/values';

/** At most so many actions, as the living service has it. */
const MOST_ACTIONS = 50;

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

const selector = z.string().min(1);

export const action = z.discriminatedUnion('type', [
	z
		.object({
			type: z.literal('wait'),
			milliseconds: wholeNumber.min(1).optional(),
			selector: selector.optional(),
		})
		.strict(),
	z.object({ type: z.literal('screenshot'), ...screenshotLook }).strict(),
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
	z.object({ type: z.literal('executeJavascript'), script: z.string().min(1) }).strict(),
	z
		.object({
			type: z.literal('pdf'),
			format: z.enum(pdfPaperFormats).optional(),
			landscape: z.boolean().optional(),
			scale: z.number().optional(),
		})
		.strict(),
]);

/** The two forms of `wait` exclude each other, and one of them is needed. */
export const actions = z
	.array(action)
	.max(MOST_ACTIONS)
	.superRefine((list, context) => {
		list.forEach((each, index) => {
			if (each.type !== 'wait') return;
			const forms = [each.milliseconds, each.selector].filter((form) => form !== undefined);
			if (forms.length === 1) return;
			context.addIssue({
				code: 'custom',
				path: [index],
				message: 'must wait either for a time or for an element',
			});
		});
	});
