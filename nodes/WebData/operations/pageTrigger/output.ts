import { z } from 'zod';
import { anything, openObject } from '../../api/schema/output';
import { simplifiedPage } from '../common/pageOutput/simplifyPage';

/** Names of the resource and the operation in the path of the output schema file. */
export const RESOURCE = 'page';
export const OPERATION = 'change';

/** Schema of a page trigger item if Simplify is on. */
export const pageChange = openObject({
	url: z.string(),
	changeStatus: z.enum(['new', 'same', 'changed', 'removed', 'failed']),
	checkedAt: z.string(),
	before: openObject({
		since: z.string().describe('Time when this content was first seen'),
		hash: z.string(),
		markdown: z.string(),
		isTruncated: z.boolean(),
	}).nullable(),
	after: simplifiedPage.extend({ hash: z.string() }).partial().passthrough().nullable(),
	failure: openObject({ message: z.string(), description: z.string(), details: anything }),
});
