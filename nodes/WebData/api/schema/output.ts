import { z, type ZodRawShape } from 'zod';

/**
 * Describes an object in a response. Fields may be missing, and other fields may exist. The schema describes output and
 * is not used for validation.
 */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

/** Any JSON value. */
export const anything = z.unknown();

/** Metadata field that may occur more than once on a page. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);
