import { z } from 'zod';
import { queueStatus } from '../../api/account/accountResponse';
import { queueStatusRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';
import { toFacts } from './output';

export const getQueueStatus = defineOperation({
	value: 'getQueueStatus',
	name: 'Get Queue Status',
	action: 'Get queue status of account',
	description: 'Return how many jobs of the account are waiting and running',
	toolDescription:
		'Gets how many jobs of the account are waiting in the queue of the service, how many are running, and how many may run at the same time. Needs no input. Free of charge.',
	fields: [],
	output: queueStatus,
	input: z.object({}).strict(),
	toRequest: queueStatusRequest,
	toParts: toFacts,
});
