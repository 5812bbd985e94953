import { z } from 'zod';
import { queueStatus } from '../../api/account/accountResponse';
import { getQueueStatus as queueStatusRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';
import { toFacts } from './output';

export const getQueueStatus = defineOperation({
	value: 'getQueueStatus',
	name: 'Get Queue Status',
	action: 'Get queue status of account',
	description: 'Return how many jobs of the account wait and run at the service',
	toolDescription:
		'Gets the number of jobs of the account that wait in the queue of the service and that run, and how many may run at the same time. Needs nothing and is free of charge.',
	fields: [],
	output: queueStatus,
	input: z.object({}).strict(),
	toRequest: queueStatusRequest,
	toParts: toFacts,
});
