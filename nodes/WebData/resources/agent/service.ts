import { z } from 'zod';
import { type ApiRequest, requestsTo } from '../../client/request';
import type { Endpoint } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { anything, openObject } from '../../operation/body';
import { agentRows } from './errors';

/** Output of the Start operation. Fields outside the specification were read in the public documentation. */
export const startedJob = openObject({
	success: z.boolean(),
	jobId: z.string(),
	threadId: z.string(),
	threadTurn: z.number().int(),
});

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

const traceError = openObject({
	code: z
		.string()
		.describe('cancelled, credit_limit_reached, parent_finished, refused, or internal'),
	message: z.string(),
	retryable: z.boolean(),
	source: z.string(),
});

const artifact = openObject({
	kind: z.string().describe('json, markdown, html, screenshot, or text'),
	snapshotId: z.string().describe('ID for the Get Snapshot operation'),
	path: z.string(),
	change: z.string(),
	changedFields: z.array(z.string()),
	itemCount: z.number().int(),
	artifactId: z.string(),
	sourceToolCallId: z.string(),
});

/** A trace event (specification, "Events"). Later versions of the service may send other event types. */
export const traceEvent = openObject({
	type: z
		.string()
		.describe('run.finished, artifact.updated, error.occurred, progress.reported, and others'),
	occurredAt: z.string(),
	agent: openObject({
		role: z.string(),
		name: z.string(),
		id: z.string(),
		parentId: z.string(),
	}),
	message: z.string(),
	text: z.string(),
	outcome: z.string(),
	snapshotId: z.string(),
	artifact,
	error: traceError.nullable(),
	retryable: z.boolean(),
	phase: z.string(),
	toolName: z.string(),
	parameters: anything,
	result: anything,
	toolCallId: z.string(),
	reason: z.string(),
	sessionId: z.string(),
	durationMs: z.number(),
	runId: z.string(),
	eventId: z.string(),
	producerSequence: z.number().int(),
	schemaVersion: z.number().int(),
});

/** A run in the list of runs. The fields were read in the public documentation. */
export const listedRun = openObject({
	id: z.string().describe('Job ID'),
	createdAt: z.string(),
	targetHint: z.string().nullable(),
	origin: z.string(),
	integration: z.string().nullable(),
	settings: openObject({}),
	status: z.string().describe('processing, completed, or failed'),
	options: openObject({}).describe('Fields of the start request'),
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

export const agentEndpoint: Endpoint = {
	errors: [...Object.values(agentRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
};

const agentRequest = requestsTo(agentEndpoint, 'agent');

/** The response for a failed run may contain `success: false`. */
export const statusRequest = (jobId: string): ApiRequest =>
	agentRequest('GET', [jobId], { statusField: 'status' });

export const traceRequest = (jobId: string, liveView = false): ApiRequest =>
	agentRequest('GET', [jobId, 'trace'], { query: liveView ? { liveView: 'true' } : undefined });

export const snapshotRequest = (jobId: string, snapshotId: string): ApiRequest =>
	agentRequest('GET', [jobId, 'snapshots', snapshotId]);

export const cancelRequest = (jobId: string): ApiRequest =>
	agentRequest('DELETE', [jobId], { mayBeEmpty: true });

/** Returns the request for one page of the team's runs, newest first. `before` is in milliseconds since the epoch. */
export const jobListRequest = (before?: string): ApiRequest =>
	agentRequest('GET', [], { query: before === undefined ? undefined : { before } });

export const threadRequest = (threadId: string, includeData = false): ApiRequest =>
	agentRequest('GET', ['threads', threadId], {
		dataField: 'thread',
		query: includeData ? { includeData: 'true' } : undefined,
	});

/** If the request is repeated, the service starts another run and charges credits for both runs. */
export const startRequest = (body: Record<string, unknown>): ApiRequest =>
	agentRequest('POST', [], { body, idempotency: 'unsafe' });
