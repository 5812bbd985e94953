import { z } from 'zod';
import { activityEntry } from '../../api/account/accountResponse';
import { activityEndpoints, collectActivity, activityRequest } from '../../api/account/requests';
import { maxEntries, returnAllFields, returnAllValues } from '../common/limit.field';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { emptyList, toEntries } from './output';

const endpointNames: Record<(typeof activityEndpoints)[number], string> = {
	agent: 'Agent',
	batch_scrape: 'Batch Scrape',
	browser: 'Browser',
	crawl: 'Crawl',
	deep_research: 'Deep Research',
	extract: 'Extract',
	interact: 'Interact',
	llmstxt: 'LLMs.txt',
	map: 'Map',
	scrape: 'Scrape',
	search: 'Search',
};

const formValues = z
	.object({ ...returnAllValues, endpoint: z.enum(activityEndpoints).optional() })
	.strict();

export const getActivity = defineOperation({
	value: 'getActivity',
	name: 'Get Activity',
	action: 'Get account activity',
	description: 'Return the requests from the last 24 hours as items, newest first',
	toolDescription:
		"Lists the account's requests from the last 24 hours, newest first, each with its ID, kind, target, and time. Needs no input. Free of charge.",
	fields: [
		...returnAllFields,
		optionsField([
			{
				displayName: 'Endpoint',
				name: 'endpoint',
				type: 'options',
				default: 'scrape',
				options: activityEndpoints.map((value) => ({ name: endpointNames[value], value })),
				description: 'Kind of request to return. By default, all kinds are returned.',
			},
		]),
	],
	output: activityEntry,
	input: formValues,
	toRequest: (values) => activityRequest(maxEntries(values), values.endpoint),
	execute: (request, session, values) => collectActivity(request, session, maxEntries(values)),
	toParts: ({ data }) => toEntries(data),
	notices: ({ data }) =>
		emptyList(data, 'The account had no matching request in the last 24 hours'),
});
