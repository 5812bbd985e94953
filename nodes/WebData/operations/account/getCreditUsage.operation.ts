import { z } from 'zod';
import { creditUsage } from '../../api/account/accountResponse';
import { creditUsageRequest } from '../../api/account/requests';
import { defineOperation } from '../operation';

export const getCreditUsage = defineOperation({
	value: 'getCreditUsage',
	name: 'Get Credit Usage',
	action: 'Get account credit usage',
	description: "Return the remaining credits, the plan's credits, and the billing period",
	toolDescription:
		"Gets the account's remaining credits, the plan's credits, and the billing period. Needs no input. Free of charge.",
	fields: [],
	output: creditUsage,
	input: z.object({}).strict(),
	toRequest: creditUsageRequest,
});
