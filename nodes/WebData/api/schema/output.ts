import { z, type ZodRawShape } from 'zod';

/** An object of a response: its fields may be missing, and it may have others. It only describes, nothing is validated. */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

/** Any JSON. */
export const anything = z.unknown();

/** Metadata that a page may have more than once. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);
