import { z } from 'zod';
import { concurrency } from '../../api/account/accountResponse';
import { concurrencyRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';
import { toFacts } from './output';

export const getConcurrency = defineOperation({
	value: 'getConcurrency',
	name: 'Get Concurrency',
	action: 'Get account concurrency',
	description:
		'Return the number of browsers that the account is currently using and the maximum number allowed',
	toolDescription:
		'Gets the number of browsers that the account is currently using and the maximum number allowed at the same time. Needs no input. Free of charge.',
	fields: [],
	output: concurrency,
	input: z.object({}).strict(),
	toRequest: concurrencyRequest,
	toParts: toFacts,
});
