import { z, type ZodRawShape } from 'zod';

/**
 * An object in a response. Fields may be missing, and there may be others: it describes the output and is not used for
 * validation.
 */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

/** Any JSON. */
export const anything = z.unknown();

/** Metadata that a page may contain more than once. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);
