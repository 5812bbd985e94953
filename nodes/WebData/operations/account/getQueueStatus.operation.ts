import { z } from 'zod';
import { queueStatus } from '../../api/account/accountResponse';
import { queueStatusRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';
import { toFacts } from './output';

export const getQueueStatus = defineOperation({
	value: 'getQueueStatus',
	name: 'Get Queue Status',
	action: 'Get account queue status',
	description: "Return the number of the account's waiting and running jobs",
	toolDescription:
		"Gets the number of the account's jobs that are waiting and running, and the maximum number of jobs at the same time. Needs no input. Free of charge.",
	fields: [],
	output: queueStatus,
	input: z.object({}).strict(),
	toRequest: queueStatusRequest,
	toParts: toFacts,
});
