import { z } from 'zod';
import { anything, openObject } from '../schema/output';

/**
 * Result of one catalog call. The specification does not document these fields. The fields were observed in the live
 * API.
 */
export const catalogResult = openObject({
	data: anything,
	provider: z.string(),
	capability: z.string(),
	creditsCost: z.number().int(),
	records: z.number().int(),
	upstreamStatus: z.number().int(),
	recordedAt: z.string(),
});
