import { z } from 'zod';
import { call } from '../../client/call';
import { type Client, ServiceError, serviceError } from '../../client/client';
import { list, type ListReader, type Query, queryOfNext, readList } from '../../client/lists';
import { type ApiRequest, defineRoute } from '../../client/request';
import { dataOf, type JsonObject, objectsIn } from '../../json/json';
import { anything, openObject } from '../../operation/operation';
import { monitorRows } from './errors';

/** Header that contains the token of a monitor's webhook. The name is in lowercase. */
export const TOKEN_HEADER = 'x-web-data-token';

export const nullableText = z.string().nullable();

const summary = openObject({
	totalPages: z.number().int(),
	same: z.number().int(),
	changed: z.number().int(),
	new: z.number().int(),
	removed: z.number().int(),
	error: z.number().int(),
});

export const monitor = openObject({
	id: z.string(),
	name: z.string(),
	status: z.string().describe('active, paused, or deleted'),
	schedule: openObject({ cron: z.string(), timezone: z.string() }),
	nextRunAt: nullableText,
	lastRunAt: nullableText,
	currentCheckId: nullableText,
	estimatedCreditsPerMonth: z.number().nullable().describe('Upper bound'),
	lastCheckSummary: summary.nullable(),
	goal: nullableText,
	judgeEnabled: z.boolean(),
	targets: z.array(openObject({ id: z.string(), type: z.string() })),
	webhook: openObject({ url: z.string(), events: z.array(z.string()) }).nullable(),
	notification: anything,
	emailRecipientSubscriptions: z.array(
		openObject({ email: z.string(), status: z.string(), source: z.string() }),
	),
	retentionDays: z.number().int(),
	unchangedPagesFree: z.boolean(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const check = openObject({
	id: z.string(),
	monitorId: z.string(),
	status: z.string(),
	trigger: z.string().describe('scheduled or manual'),
	summary,
	actualCredits: z.number().nullable(),
	estimatedCredits: z.number().nullable(),
	reservedCredits: z.number().nullable(),
	billingStatus: z.string(),
	targetResults: z.array(openObject({})).nullable(),
	notificationStatus: openObject({}).nullable(),
	failure: nullableText,
	scheduledFor: nullableText,
	startedAt: nullableText,
	finishedAt: nullableText,
	createdAt: z.string(),
	updatedAt: z.string(),
});

const facts = {
	errors: Object.values(monitorRows),
	rateClass: 'crawlStatus',
	credits: ['data', 'actualCredits'],
} as const;
const ofOne = { ...facts, dataField: 'data' };

export const monitorRoutes = {
	/** A repeated request would create another monitor, which costs credits until it is deleted. */
	create: defineRoute('POST', 'monitor', { ...ofOne, rateClass: 'crawl', idempotency: 'unsafe' }),
	get: defineRoute('GET', 'monitor/{monitorId}', ofOne),
	/** A repeated update has no further effect, so retries are safe. */
	update: defineRoute('PATCH', 'monitor/{monitorId}', { ...ofOne, rateClass: 'crawl' }),
	delete: defineRoute('DELETE', 'monitor/{monitorId}', { ...facts, mayBeEmpty: true }),
	/** After the end of a check, a repeated request starts another check. */
	run: defineRoute('POST', 'monitor/{monitorId}/run', {
		...facts,
		rateClass: 'crawl',
		idempotency: 'unsafe',
	}),
	list: defineRoute('GET', 'monitor', facts),
	checks: defineRoute('GET', 'monitor/{monitorId}/checks', facts),
	check: defineRoute('GET', 'monitor/{monitorId}/checks/{checkId}', ofOne),
};

/** Maximum page size that the service accepts. */
export const MAX_PAGE_SIZE = 100;

const pageSize = (limit: number): string => String(Math.min(limit, MAX_PAGE_SIZE));

export const listRequest = (limit: number): ApiRequest => ({
	route: monitorRoutes.list,
	query: { limit: pageSize(limit), offset: '0' },
});

export const listChecksRequest = (
	monitorId: string,
	limit: number,
	status?: string,
): ApiRequest => ({
	route: monitorRoutes.checks,
	ids: [monitorId],
	query: { limit: pageSize(limit), offset: '0', ...(status !== undefined && { status }) },
});

/** Returns the request for a check with up to `limit` of its pages. */
export const checkRequest = (
	monitorId: string,
	checkId: string,
	limit: number,
	status?: string,
): ApiRequest => ({
	route: monitorRoutes.check,
	ids: [monitorId, checkId],
	query: { limit: pageSize(limit), ...(status !== undefined && { status }) },
});

/**
 * Returns a reader for lists that are requested by offset. A page with fewer entries than requested is the last page, and
 * a server that ignores the offset returns a page without new entries.
 */
export const offsetReader = (limit: number): ListReader => ({
	entriesIn: ({ data }) => objectsIn(data),
	nextIn: ({ data }, query: Query) => {
		const count = objectsIn(data).length;
		return count < Number(query.limit)
			? undefined
			: { offset: String(Number(query.offset) + count) };
	},
	maxEntries: limit,
	maxEmptyResponses: 1,
});

/** Returns a check with up to `limit` of its pages. */
export async function readCheck(
	request: ApiRequest,
	client: Client,
	limit: number,
): Promise<JsonObject> {
	let check: JsonObject = {};
	const all: JsonObject[] = [];
	const reader: ListReader = {
		entriesIn: (page) => objectsIn(dataOf(page).pages),
		nextIn(page, query) {
			const { pages, next } = dataOf(page);
			if (next === undefined && page.next === undefined) return undefined;
			const skip = Number(queryOfNext(next ?? page.next)?.skip);
			const read = Number(query.skip ?? 0) + objectsIn(pages).length;
			return { skip: String(Number.isInteger(skip) ? skip : read) };
		},
		maxEntries: limit,
	};
	for await (const { response, entries } of list(request, client, reader)) {
		check = response;
		for (const page of entries) all.push(page);
	}
	const { next: _next, data, ...answer } = check;
	const { next: _nextPages, ...facts } = data as JsonObject;
	return { ...answer, data: { ...facts, pages: all } };
}

/** Reads all monitors of the team. */
export const listMonitors = (client: Client): Promise<JsonObject[]> =>
	readList(listRequest(Infinity), client, offsetReader(Infinity));

/** Creates a monitor. If the response is lost, looks for the new monitor. */
export async function createMonitor(
	request: ApiRequest,
	client: Client,
	isCreated: (monitor: JsonObject) => boolean,
): Promise<JsonObject> {
	const answer = await call(request, client).catch(serviceError);
	if (!(answer instanceof ServiceError)) return answer;
	if (!answer.failure.possiblyExecuted || answer.isAborted) throw answer;
	const listed = await listMonitors(client).catch(serviceError);
	const data = listed instanceof ServiceError ? undefined : listed.find(isCreated);
	if (data === undefined) throw answer;
	return { success: true, data };
}

/** Deletes a monitor. If a retry does not find the monitor, the deletion counts as successful. */
export const deleteMonitor = (request: ApiRequest, client: Client): Promise<JsonObject> =>
	call(request, client).catch((thrown: unknown) => {
		const error = serviceError(thrown);
		const { errorId, possiblyExecuted } = error.failure;
		if (!possiblyExecuted || errorId !== monitorRows.monitorNotFound.id) throw error;
		return { success: true };
	});
