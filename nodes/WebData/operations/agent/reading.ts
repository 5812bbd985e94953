// How an agent run looks as an item.

import { z } from 'zod';
import type { JsonObject } from '../../api/answer';
import { runStatus } from '../../api/contract/agentAnswers';
import { open } from '../../api/contract/shapes';
import { meaningOf } from '../../api/polling';
import type { Notice, Part } from '../operation';

const present = (record: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const { shape } = runStatus;

/** A run as an item, with Simplify. */
export const runItem = open({
	data: shape.data,
	status: shape.status,
	id: z.string(),
	creditsUsed: shape.creditsUsed,
	failure: shape.error,
	partial: shape.partial,
	expiresAt: shape.expiresAt,
});

/** The result first, then what tells about the run. `failure` is why it failed: `error` is a name that n8n reads as its own. */
const simplified = (answer: JsonObject): JsonObject =>
	present({
		data: answer.data,
		status: answer.status,
		id: answer.id,
		creditsUsed: answer.creditsUsed,
		failure: answer.error,
		partial: answer.partial,
		expiresAt: answer.expiresAt,
	});

/** A run as one item: what matters with Simplify, else the whole answer with the run's id. */
export const runParts = (answer: JsonObject, simplify: boolean): Part[] => [
	{ json: simplify ? simplified(answer) : answer },
];

const unfinished: Notice = {
	kind: 'unfinished',
	text: "The run had not ended when 'Max Wait (Seconds)' was over, so there is no result yet",
	advice: "Follow it with the operation 'Wait' and the job ID from the item",
	warns: true,
};

const unknown = (status: unknown): Notice => ({
	kind: 'unknownStatus',
	text: `The run has the status '${String(status)}', which this node does not know, so it was not followed further`,
	advice: "Look at it later with the operation 'Get' and the job ID from the item",
	warns: true,
});

/** What a run that was followed is when it has no result: still going on, or in a state that nobody knows. */
export function runNotices({ status }: JsonObject): Notice[] {
	if (status === undefined) return [];
	const meaning = meaningOf(status);
	if (meaning === 'running') return [unfinished];
	return meaning === 'unknown' ? [unknown(status)] : [];
}
