import { z } from 'zod';
import { activityRoute } from '../../client/jobs/find';
import { readList } from '../../client/lists';
import { defineRoute } from '../../client/request';
import { defineServiceRows } from '../../errors/row';
import { choice, flag, formOf, maxEntries, returnAll } from '../../form/form';
import { type JsonObject, nonEmptyText, objectsIn } from '../../json/json';
import {
	defineOperation,
	defineResource,
	listOutput,
	openObject,
	type Output,
} from '../../operation/operation';

const unavailable = {
	status: 500,
	message: 'Account data not available',
	cause:
		'The service could not read the account data, which is normal for a self-hosted server without an account database.',
	remedy: 'Run the workflow again later. If the server has no account database, remove this node.',
	retry: 'backoff',
	possiblyExecuted: true,
} as const;

/** The specification does not document the errors of account requests. The open-source server returns them. */
export const accountRows = defineServiceRows({
	noCreditBalance: {
		status: 404,
		pattern: /credit|token|usage|balance/i,
		message: 'No credit balance for this account',
		cause:
			'The service returned no credit balance, which is normal for a self-hosted server without billing.',
		remedy:
			'If the server has no billing, remove this node. Otherwise, run the workflow again later.',
	},
	accountDataFailed: { ...unavailable, code: 'UNKNOWN_ERROR' },
	accountDataUnavailable: { ...unavailable },
});

const errors = Object.values(accountRows);

export const accountRoutes = {
	activity: { ...activityRoute, errors },
	/** The service counts this request as a status check. */
	concurrency: defineRoute('GET', 'concurrency-check', { errors, rateClass: 'crawlStatus' }),
	creditHistory: defineRoute('GET', 'team/credit-usage/historical', { errors }),
	creditUsage: defineRoute('GET', 'team/credit-usage', { errors, dataField: 'data' }),
	queueStatus: defineRoute('GET', 'team/queue-status', { errors }),
};

const MAX_ACTIVITY_PAGE_SIZE = 100;
const DEFAULT_ACTIVITY_PAGE_SIZE = 50;

const toFacts = ({ success: _success, ...json }: JsonObject): Output => ({ parts: [{ json }] });

const getActivity = defineOperation({
	action: 'Get account activity',
	description: "Return the account's requests from the last 24 hours as items, newest first",
	toolDescription:
		"Lists the account's requests from the last 24 hours, newest first, each with its ID, kind, target, and time. Needs no input. Free of charge.",
	form: formOf(returnAll, {
		endpoint: choice('Endpoint', 'Return only requests of this kind', 'scrape', {
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
		}),
	}),
	output: openObject({
		id: z.string(),
		endpoint: z.string(),
		target: z.string().nullable().describe('URL or text of the request'),
		created_at: z.string(),
		api_version: z.string(),
	}),
	toRequest(values) {
		const pageSize = Math.min(maxEntries(values), MAX_ACTIVITY_PAGE_SIZE);
		const query = {
			...(pageSize !== DEFAULT_ACTIVITY_PAGE_SIZE && { limit: String(pageSize) }),
			...(values.endpoint !== undefined && { endpoint: values.endpoint }),
		};
		return { route: accountRoutes.activity, query };
	},
	execute: (request, client, { own }) =>
		readList(request, client, {
			entriesIn: ({ data }) => objectsIn(data),
			nextIn({ cursor, has_more: hasMore }) {
				const next = nonEmptyText(cursor);
				return hasMore === true && next !== undefined ? { cursor: next } : undefined;
			},
			maxEntries: maxEntries(own),
		}),
	toOutput: (entries) =>
		listOutput(entries, 'The account had no matching request in the last 24 hours'),
});

const getConcurrency = defineOperation({
	action: 'Get account concurrency',
	description:
		'Return the number of browsers that the account is currently using and the maximum number allowed',
	toolDescription:
		'Gets the number of browsers that the account is currently using and the maximum number allowed at the same time. Needs no input. Free of charge.',
	form: formOf({}),
	output: openObject({
		concurrency: z.number().int(),
		maxConcurrency: z.number().int(),
	}),
	toRequest: () => ({ route: accountRoutes.concurrency }),
	toOutput: toFacts,
});

const getCreditHistory = defineOperation({
	action: 'Get account credit history',
	description: 'Return the credits used in each billing period as items, in chronological order',
	toolDescription:
		'Lists the credits that the account used in each billing period, in chronological order. Needs no input. Free of charge.',
	form: formOf(returnAll, {
		byApiKey: flag(
			'Split by API Key',
			'Whether to return one item for each API key in each period',
		),
	}),
	output: openObject({
		startDate: z.string().nullable(),
		endDate: z.string().nullable(),
		apiKey: z.string().nullable().describe('Name of the API key'),
		creditsUsed: z.number(),
	}),
	toRequest: ({ byApiKey }) => ({
		route: accountRoutes.creditHistory,
		query: byApiKey ? { byApiKey: 'true' } : undefined,
	}),
	toOutput: ({ periods }, { own }) => {
		const all = objectsIn(periods);
		const newest = all.slice(Math.max(0, all.length - maxEntries(own)));
		return listOutput(newest, 'The account does not have a billing period yet');
	},
});

const getCreditUsage = defineOperation({
	action: 'Get account credit usage',
	description: "Return the remaining credits, the plan's credits, and the billing period",
	toolDescription:
		"Gets the account's remaining credits, the plan's credits, and the billing period. Needs no input. Free of charge.",
	form: formOf({}),
	output: openObject({
		remainingCredits: z.number(),
		planCredits: z.number(),
		billingPeriodStart: z.string().nullable(),
		billingPeriodEnd: z.string().nullable(),
	}),
	toRequest: () => ({ route: accountRoutes.creditUsage }),
});

const getQueueStatus = defineOperation({
	action: 'Get account queue status',
	description: 'Return the numbers of waiting and running jobs in the account',
	toolDescription:
		'Gets the numbers of waiting and running jobs in the account, and the maximum number of concurrent jobs. Needs no input. Free of charge.',
	form: formOf({}),
	output: openObject({
		jobsInQueue: z.number().int(),
		activeJobsInQueue: z.number().int(),
		waitingJobsInQueue: z.number().int(),
		maxConcurrency: z.number().int(),
		mostRecentSuccess: z.string().nullable(),
	}),
	toRequest: () => ({ route: accountRoutes.queueStatus }),
	toOutput: toFacts,
});

export const accountResource = defineResource({
	value: 'account',
	description: 'Credits, limits, and activity',
	operations: { getCreditUsage, getCreditHistory, getQueueStatus, getConcurrency, getActivity },
});
