import { z } from 'zod';
import { creditPeriod } from '../../api/account/accountResponse';
import { creditHistoryRequest } from '../../api/account/requests';
import { maxEntries, returnAllFields, returnAllValues } from '../common/limit.field';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { emptyList, toEntries } from './output';

const formValues = z.object({ ...returnAllValues, byApiKey: z.boolean().optional() }).strict();

export const getCreditHistory = defineOperation({
	value: 'getCreditHistory',
	name: 'Get Credit History',
	action: 'Get account credit history',
	description: 'Return the credits used in each billing period as items, newest last',
	toolDescription:
		'Lists the credits that the account used in each billing period, newest last. Needs no input. Free of charge.',
	fields: [
		...returnAllFields,
		optionsField([
			{
				displayName: 'By API Key',
				name: 'byApiKey',
				type: 'boolean',
				default: false,
				description: 'Whether to return one item for each API key in each period',
			},
		]),
	],
	output: creditPeriod,
	input: formValues,
	toRequest: ({ byApiKey }) => creditHistoryRequest(byApiKey === true),
	toParts: ({ periods }, _options, values) => {
		const parts = toEntries(periods);
		return parts.slice(Math.max(0, parts.length - maxEntries(values)));
	},
	notices: ({ periods }) => emptyList(periods, 'The account does not have a billing period yet'),
});
