// Building blocks of what answers look like. Answers are described with them and never checked: readers take what comes.

import { z, type ZodRawShape } from 'zod';

/** An object of an answer: any of its fields may be missing, and others may come along. */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

/** Any JSON. */
export const anything = z.unknown();

/** What a page says of itself may be there once or several times. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);
