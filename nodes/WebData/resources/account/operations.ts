import type { Output } from '../../operation/output';
import { collectData, objectsIn } from '../../client/lists';
import { choice, flag } from '../../form/fields';
import { formOf } from '../../form/form';
import { maxEntries, returnAll } from '../../form/shared';
import type { JsonObject } from '../../json/json';
import { defineOperation, type Resource } from '../../operation/operation';
import {
	accountRequest,
	activityEntry,
	activityReader,
	activityRequest,
	concurrency,
	creditPeriod,
	creditUsage,
	queueStatus,
} from './service';

const toFacts = ({ success: _success, ...json }: JsonObject): Output => ({ parts: [{ json }] });

/** Returns one item per entry, or a notice that the list is empty. */
const toEntries = (entries: readonly JsonObject[], isEmpty: string): Output => ({
	parts: entries.map((json) => ({ json })),
	notices: entries.length === 0 ? [{ kind: 'emptyList', text: isEmpty }] : [],
});

const getActivity = defineOperation({
	value: 'getActivity',
	name: 'Get Activity',
	action: 'Get account activity',
	description: 'Return the requests from the last 24 hours as items, newest first',
	toolDescription:
		"Lists the account's requests from the last 24 hours, newest first, each with its ID, kind, target, and time. Needs no input. Free of charge.",
	form: formOf(returnAll, {
		endpoint: choice(
			{
				displayName: 'Endpoint',
				default: 'scrape',
				description: 'Kind of request to return',
				details: 'By default, all kinds are returned.',
			},
			{
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
			},
		),
	}),
	output: activityEntry,
	toRequest: (values) => activityRequest(maxEntries(values), values.endpoint),
	execute: (request, client, values) =>
		collectData(request, client, activityReader(maxEntries(values))),
	toOutput: ({ data }) =>
		toEntries(objectsIn(data), 'The account had no matching request in the last 24 hours'),
});

const getConcurrency = defineOperation({
	value: 'getConcurrency',
	name: 'Get Concurrency',
	action: 'Get account concurrency',
	description:
		'Return the number of browsers that the account is currently using and the maximum number allowed',
	toolDescription:
		'Gets the number of browsers that the account is currently using and the maximum number allowed at the same time. Needs no input. Free of charge.',
	form: formOf({}),
	output: concurrency,
	toRequest: () => accountRequest('GET', ['concurrency-check']),
	toOutput: toFacts,
});

const getCreditHistory = defineOperation({
	value: 'getCreditHistory',
	name: 'Get Credit History',
	action: 'Get account credit history',
	description: 'Return the credits used in each billing period as items, newest last',
	toolDescription:
		'Lists the credits that the account used in each billing period, newest last. Needs no input. Free of charge.',
	form: formOf(returnAll, {
		byApiKey: flag({
			displayName: 'Split by API Key',
			description: 'Whether to return one item for each API key in each period',
		}),
	}),
	output: creditPeriod,
	toRequest: ({ byApiKey }) =>
		accountRequest('GET', ['team', 'credit-usage', 'historical'], {
			query: byApiKey ? { byApiKey: 'true' } : undefined,
		}),
	toOutput: ({ periods }, { values }) => {
		const all = objectsIn(periods);
		const newest = all.slice(Math.max(0, all.length - maxEntries(values)));
		return toEntries(newest, 'The account does not have a billing period yet');
	},
});

const getCreditUsage = defineOperation({
	value: 'getCreditUsage',
	name: 'Get Credit Usage',
	action: 'Get account credit usage',
	description: "Return the remaining credits, the plan's credits, and the billing period",
	toolDescription:
		"Gets the account's remaining credits, the plan's credits, and the billing period. Needs no input. Free of charge.",
	form: formOf({}),
	output: creditUsage,
	toRequest: () => accountRequest('GET', ['team', 'credit-usage'], { dataField: 'data' }),
});

const getQueueStatus = defineOperation({
	value: 'getQueueStatus',
	name: 'Get Queue Status',
	action: 'Get account queue status',
	description: 'Return the number of waiting and of running jobs of the account',
	toolDescription:
		'Gets the number of waiting and of running jobs of the account, and the maximum number of concurrent jobs. Needs no input. Free of charge.',
	form: formOf({}),
	output: queueStatus,
	toRequest: () => accountRequest('GET', ['team', 'queue-status']),
	toOutput: toFacts,
});

export const accountResource: Resource = {
	value: 'account',
	name: 'Account',
	description: 'Credits, limits, and activity',
	defaultOperation: 'getCreditUsage',
	operations: [getCreditUsage, getCreditHistory, getQueueStatus, getConcurrency, getActivity],
};
