import { z } from 'zod';
import { anything, openObject } from '../schema/output';

/** The result of one call. The specification does not show it; these are the fields of the live API. */
export const catalogResult = openObject({
	data: anything,
	provider: z.string(),
	capability: z.string(),
	creditsCost: z.number().int(),
	records: z.number().int(),
	upstreamStatus: z.number().int(),
	recordedAt: z.string(),
});
