import { z } from 'zod';
import { objectsIn, type ListReader } from '../../client/lists';
import { type ApiRequest, requestsTo } from '../../client/request';
import { defineServiceRows, type Endpoint } from '../../errors/row';
import { openObject } from '../../operation/body';
import { nonEmptyText } from '../../json/json';

const unavailable = {
	table: 'observed',
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
		table: 'observed',
		status: 404,
		pattern: /credit|token|usage|balance/i,
		message: 'No credit balance for this account',
		cause:
			'The service returned no credit balance, which is normal for a self-hosted server without billing.',
		remedy: 'If the server does not count credits, remove this node.',
		retry: 'never',
		possiblyExecuted: false,
	},
	accountDataFailed: { ...unavailable, code: 'UNKNOWN_ERROR' },
	accountDataUnavailable: { ...unavailable },
});

export const creditUsage = openObject({
	remainingCredits: z.number(),
	planCredits: z.number(),
	billingPeriodStart: z.string().nullable(),
	billingPeriodEnd: z.string().nullable(),
});

export const creditPeriod = openObject({
	startDate: z.string().nullable(),
	endDate: z.string().nullable(),
	apiKey: z.string().nullable().describe('Name of the API key'),
	creditsUsed: z.number(),
});

export const queueStatus = openObject({
	jobsInQueue: z.number().int(),
	activeJobsInQueue: z.number().int(),
	waitingJobsInQueue: z.number().int(),
	maxConcurrency: z.number().int(),
	mostRecentSuccess: z.string().nullable(),
});

export const concurrency = openObject({
	concurrency: z.number().int(),
	maxConcurrency: z.number().int(),
});

export const activityEntry = openObject({
	id: z.string(),
	endpoint: z.string(),
	target: z.string().nullable().describe('URL or text of the request'),
	created_at: z.string(),
	api_version: z.string(),
});

export const accountEndpoint: Endpoint = { errors: Object.values(accountRows) };

const MAX_ACTIVITY_PAGE_SIZE = 100;
const DEFAULT_ACTIVITY_PAGE_SIZE = 50;

export const accountRequest = requestsTo(accountEndpoint);

/** Returns the request for the first page. `count` is the number of log entries to collect. */
export function activityRequest(count: number, endpoint?: string): ApiRequest {
	const pageSize = Math.min(count, MAX_ACTIVITY_PAGE_SIZE);
	const query = {
		...(pageSize !== DEFAULT_ACTIVITY_PAGE_SIZE && { limit: String(pageSize) }),
		...(endpoint !== undefined && { endpoint }),
	};
	return accountRequest('GET', ['team', 'activity'], { query });
}

/** Reads pages of the activity log until `limit` entries are collected. */
export const activityReader = (limit: number): ListReader => ({
	entriesIn: ({ data }) => objectsIn(data),
	nextIn({ cursor, has_more: hasMore }) {
		const next = nonEmptyText(cursor);
		return hasMore === true && next !== undefined ? { cursor: next } : undefined;
	},
	maxEntries: limit,
});
