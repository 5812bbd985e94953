import { z } from 'zod';
import { jobStatus } from '../../api/agent/agentResponse';
import type { JsonObject } from '../../api/http/response';
import { openObject } from '../../api/schema/output';
import type { OutputPart } from '../operation';

const { error: failure, ...shape } = jobStatus.shape;

/** Schema of a run's item if Simplify is on. The result comes before the data about the run. */
export const jobItem = openObject({
	data: shape.data,
	message: shape.message,
	suggestions: shape.suggestions,
	pendingApproval: shape.pendingApproval,
	status: shape.status,
	jobId: z.string(),
	creditsUsed: shape.creditsUsed,
	failure,
	stopReason: shape.stopReason,
	partial: shape.partial,
	partialSchemaValid: shape.partialSchemaValid,
	threadId: shape.threadId,
	threadTurn: shape.threadTurn,
	exchange: shape.exchange,
	expiresAt: shape.expiresAt,
});

/**
 * Removes fields that repeat the request or only report success. Renames `error`, because n8n treats an item with an
 * `error` field as failed.
 */
const simplifyJob = ({
	success: _success,
	model: _model,
	effort: _effort,
	mode: _mode,
	error,
	...rest
}: JsonObject): JsonObject => (error === undefined ? rest : { ...rest, failure: error });

export const toJobParts = (response: JsonObject, simplify: boolean): OutputPart[] => [
	{ json: simplify ? simplifyJob(response) : response },
];
