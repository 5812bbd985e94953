// What came of one catalog call. The specification leaves the answer open (Rules for catalog mode, 4); the fields are the living service's.

import { z } from 'zod';
import { anything, openObject } from '../schema/output';

export const catalogResult = openObject({
	data: anything,
	provider: z.string(),
	capability: z.string(),
	creditsCost: z.number().int(),
	records: z.number().int(),
	upstreamStatus: z.number().int(),
	recordedAt: z.string(),
});
