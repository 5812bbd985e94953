import { z } from 'zod';
import { type ApiRequest, defineRoute } from '../../client/request';
import { requestRows } from '../../errors/rows/scrape';
import { finiteNumber } from '../../json/json';
import { anything, openObject } from '../../operation/operation';
import { agentRows } from './errors';

const suggestion = openObject({ label: z.string(), prompt: z.string() });

const pendingApproval = openObject({
	id: z.string().describe('ID to use in the next run to approve or decline'),
	kind: z.string().describe('calls or terms'),
	reason: z.string(),
	calls: z.array(
		openObject({
			id: z.string(),
			provider: z.string(),
			capability: z.string(),
			input: openObject({}),
			creditsEstimate: z.number().nullable(),
		}),
	),
	terms: z.array(
		openObject({ provider: z.string(), name: z.string(), version: z.string(), url: z.string() }),
	),
});

/**
 * A run if Simplify is on: a status response whose `error` is renamed to `failure`, with the result before the data about
 * the run. The specification ("Agent errors") documents only failed runs. Other fields were read in the public
 * documentation.
 */
export const jobItem = openObject({
	data: anything,
	message: z.string().nullable().describe('The answer in a conversation'),
	suggestions: z.array(suggestion).nullable(),
	pendingApproval: pendingApproval.nullable(),
	status: z.string().describe('processing, completed, or failed'),
	jobId: z.string(),
	creditsUsed: z.number(),
	failure: z.string().nullable(),
	stopReason: z.string().nullable(),
	partial: anything,
	partialSchemaValid: z.boolean(),
	threadId: z.string().describe('ID of the conversation, for the next run'),
	threadTurn: z.number().int(),
	exchange: openObject({}).nullable(),
	expiresAt: z.string(),
});

/** A conversation. The fields were read in the public documentation. */
export const agentThread = openObject({
	id: z.string().describe('Thread ID, for the next run'),
	status: z.string().describe('idle or running'),
	runs: z
		.array(
			openObject({
				id: z.string().describe('Job ID'),
				turn: z.number().int().describe('Position in the conversation, starting at 1'),
				mode: z.string().describe('extract or chat'),
				prompt: z.string(),
				status: z
					.string()
					.describe('processing, succeeded, failed, cancelled, refused, or credit_limit_reached'),
				message: z.string().nullable().describe('The answer in a conversation'),
				data: anything,
				creditsUsed: z.number().nullable(),
				createdAt: z.string(),
				finishedAt: z.string().nullable(),
				urls: z.array(z.string()),
				schema: anything,
				effort: z.string(),
				suggestions: z.array(suggestion).nullable(),
				pendingApproval: pendingApproval.nullable(),
				exchange: openObject({}).nullable(),
			}),
		)
		.describe('Runs, oldest first'),
	createdAt: z.string(),
	updatedAt: z.string(),
});

const facts = {
	errors: [...Object.values(agentRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
};
const reading = { ...facts, rateClass: 'extractStatus' } as const;
const ending = { ...facts, rateClass: 'cancel', mayBeEmpty: true, endsJob: true } as const;

export const agentRoutes = {
	/** If the request is repeated, the service starts another run and charges credits for both runs. */
	start: defineRoute('POST', 'agent', {
		...facts,
		rateClass: 'extract',
		idempotency: 'unsafe',
		// A run that reaches its limit fails, and failed runs are free.
		price: ({ body: { maxCredits } = {} }) => ({
			least: 0,
			most: finiteNumber(maxCredits) ?? Infinity,
			field: 'Max Credits',
		}),
	}),
	/** The response for a failed run may contain `success: false`. */
	status: defineRoute('GET', 'agent/{jobId}', { ...reading, statusField: 'status' }),
	cancel: defineRoute('DELETE', 'agent/{jobId}', ending),
	list: defineRoute('GET', 'agent', reading),
	trace: defineRoute('GET', 'agent/{jobId}/trace', reading),
	snapshot: defineRoute('GET', 'agent/{jobId}/snapshots/{snapshotId}', reading),
	thread: defineRoute('GET', 'agent/threads/{threadId}', { ...reading, dataField: 'thread' }),
};

export const traceRequest = (jobId: string, liveView = false): ApiRequest => ({
	route: agentRoutes.trace,
	ids: [jobId],
	query: liveView ? { liveView: 'true' } : undefined,
});

/** Returns the request for one page of the team's runs, newest first. `before` is in milliseconds since the epoch. */
export const jobListRequest = (before?: string): ApiRequest => ({
	route: agentRoutes.list,
	query: before === undefined ? undefined : { before },
});
