import { z } from 'zod';
import { concurrency } from '../../api/account/accountResponse';
import { concurrencyRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';
import { toFacts } from './output';

export const getConcurrency = defineOperation({
	value: 'getConcurrency',
	name: 'Get Concurrency',
	action: 'Get concurrency of account',
	description: 'Return how many browsers the account uses now, and how many it may use',
	toolDescription:
		'Gets how many browsers the account uses now, and how many it may use at the same time. Needs no input. Free of charge.',
	fields: [],
	output: concurrency,
	input: z.object({}).strict(),
	toRequest: concurrencyRequest,
	toParts: toFacts,
});
