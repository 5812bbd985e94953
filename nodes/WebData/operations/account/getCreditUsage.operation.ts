import { z } from 'zod';
import { creditUsage } from '../../api/account/accountResponse';
import { creditUsageRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';

export const getCreditUsage = defineOperation({
	value: 'getCreditUsage',
	name: 'Get Credit Usage',
	action: 'Get credit usage of account',
	description: 'Return the remaining credits and those of the plan, with the billing period',
	toolDescription:
		'Gets the number of credits that the account has left, the credits of its plan, and the billing period. Needs no input. Free of charge.',
	fields: [],
	output: creditUsage,
	input: z.object({}).strict(),
	toRequest: creditUsageRequest,
});
