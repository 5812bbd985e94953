// What the agent's endpoints answer. Specification: Agent endpoints, Events, Trace error codes; the fields that these leave open are the living service's.

import { z } from 'zod';
import { anything, open } from './shapes';

export const startedRun = open({
	success: z.boolean(),
	id: z.string(),
	threadId: z.string(),
	threadTurn: z.number().int(),
});

/** Specification: Agent errors, a run that hits its `maxCredits`, for `error`, `data` and `creditsUsed`. */
export const runStatus = open({
	status: z.string().describe('processing, completed or failed'),
	data: anything,
	creditsUsed: z.number(),
	error: z.string().nullable(),
	partial: anything,
	expiresAt: z.string(),
});

/** Specification: Trace error codes. `retryable` is in it at the living service, beside it in the specification. */
const traceError = open({
	code: z
		.string()
		.describe('cancelled, credit_limit_reached, parent_finished, refused or internal'),
	message: z.string(),
	retryable: z.boolean(),
	source: z.string(),
});

/** `snapshotId` is in it at the living service, beside it in the specification. */
const artifact = open({
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
export const traceEvent = open({
	type: z
		.string()
		.describe('run.finished, artifact.updated, error.occurred, progress.reported and others'),
	occurredAt: z.string(),
	agent: open({
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
