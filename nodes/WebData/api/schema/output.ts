import { z, type ZodRawShape } from 'zod';

/** Schema of an object in a response, for documentation only. All fields are optional. */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

export const anything = z.unknown();

/** Value of a metadata field. If the field occurs several times on a page, the value is a list. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);
