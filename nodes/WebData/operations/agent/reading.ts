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

/** A status that nobody knows ends the following, and a person should know why. */
export const runNotices = (answer: JsonObject): Notice[] =>
	answer.status !== undefined && meaningOf(answer.status) === 'unknown'
		? [
				{
					kind: 'unknownStatus',
					text: `the run has the status '${String(answer.status)}', which this node does not know, so it was not followed further`,
				},
			]
		: [];
