// What the agent's endpoints answer. Specification: Agent endpoints, Events, Trace error codes; the fields that these leave open are the living service's.

import { z } from 'zod';
import { anything, openObject } from '../schema/output';

export const startedRun = openObject({
	success: z.boolean(),
	id: z.string(),
	threadId: z.string(),
	threadTurn: z.number().int(),
});

/** What a run that is part of a conversation has found to say beside its answer. */
const suggestion = openObject({ label: z.string(), prompt: z.string() });

/** What a run stopped at until a person allows it: paid calls, or the terms of a provider. */
const pendingApproval = openObject({
	id: z.string().describe('Names the question for approve or decline'),
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

/** Specification: Agent errors, a run that hits its `maxCredits`, for `error`, `data` and `creditsUsed`. */
export const runStatus = openObject({
	status: z.string().describe('processing, completed or failed'),
	data: anything,
	message: z.string().nullable().describe('What a run in a conversation answers'),
	suggestions: z.array(suggestion).nullable(),
	pendingApproval: pendingApproval.nullable(),
	creditsUsed: z.number(),
	error: z.string().nullable(),
	stopReason: z.string().nullable(),
	partial: anything,
	partialSchemaValid: z.boolean(),
	threadId: z.string().describe('Names the conversation for the next run'),
	threadTurn: z.number().int(),
	exchange: openObject({}).nullable(),
	expiresAt: z.string(),
});

/** Specification: Trace error codes. `retryable` is in it at the living service, beside it in the specification. */
const traceError = openObject({
	code: z
		.string()
		.describe('cancelled, credit_limit_reached, parent_finished, refused or internal'),
	message: z.string(),
	retryable: z.boolean(),
	source: z.string(),
});

/** `snapshotId` is in it at the living service, beside it in the specification. */
const artifact = openObject({
	kind: z.string().describe('json, markdown, html, screenshot or text'),
	snapshotId: z.string().describe('Names the snapshot for Get Snapshot'),
	path: z.string(),
	change: z.string(),
	changedFields: z.array(z.string()),
	itemCount: z.number().int(),
	artifactId: z.string(),
	sourceToolCallId: z.string(),
});

/** One event of a trace. Specification: Events; kinds beside these may come. */
export const traceEvent = openObject({
	type: z
		.string()
		.describe('run.finished, artifact.updated, error.occurred, progress.reported and others'),
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
