// How an agent run looks as an item.

import { z } from 'zod';
import type { JsonObject } from '../../api/http/response';
import { runStatus } from '../../api/agent/agentResponse';
import { openObject } from '../../api/schema/output';
import { meaningOf } from '../../api/jobs/pollDelay';
import type { Notice, OutputPart } from '../operation';

const { error: failure, ...shape } = runStatus.shape;

/** A run as an item, with Simplify: its result, what tells about the run, and what goes on from it. */
export const runItem = openObject({
	data: shape.data,
	message: shape.message,
	suggestions: shape.suggestions,
	pendingApproval: shape.pendingApproval,
	status: shape.status,
	id: z.string(),
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
 * Without what only repeats the request and that it went well; what else comes may be what the next run
 * needs. `failure` is why it failed: `error` is a name that n8n reads as its own.
 */
const simplified = ({
	success: _went,
	model: _model,
	effort: _effort,
	mode: _mode,
	error,
	...rest
}: JsonObject): JsonObject => (error === undefined ? rest : { ...rest, failure: error });

/** A run as one item: what matters with Simplify, else the whole answer with the run's id. */
export const runParts = (answer: JsonObject, simplify: boolean): OutputPart[] => [
	{ json: simplify ? simplified(answer) : answer },
];

const noResult = (text: string): Notice => ({
	kind: 'unfinished',
	text,
	advice: "Follow it with the operation 'Wait' and the job ID from the item",
	warns: true,
});

const unfinished = noResult(
	"The run had not ended when 'Max Wait (Seconds)' was over, so there is no result yet",
);

const unheard = noResult(
	"Nothing was heard of the run before 'Max Wait (Seconds)' was over, so it is not known how it is doing",
);

const unknown = (status: unknown): Notice => ({
	kind: 'unknownStatus',
	text:
		status === undefined
			? 'The service told no status of the run, so it was not followed further'
			: `The run has the status '${String(status)}', which this node does not know, so it was not followed further`,
	advice: "Look at it later with the operation 'Get' and the job ID from the item",
	warns: true,
});

/** What a run that was followed is when it has no result: still going on, or in a state that nobody knows. */
export function runNotices({ id: _id, ...heard }: JsonObject): Notice[] {
	if (Object.keys(heard).length === 0) return [unheard];
	const { status } = heard;
	const meaning = meaningOf(status);
	if (meaning === 'running') return [unfinished];
	return meaning === 'unknown' ? [unknown(status)] : [];
}
