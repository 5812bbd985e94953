// What the agent's forms come to: the body of a start, and how a run is followed.

import { z } from 'zod';
import type { JsonObject } from '../../api/http/response';
import type { FollowSettings } from '../../api/jobs/followJob';
import { agentRequest } from '../../api/agent/agentRequest';
import type { ApiRequest } from '../../api/http/request';
import { schemaFromExample } from '../../api/schema/schemaFromExample';

/** Milliseconds that the service may take to accept a run. */
const START_TIMEOUT_MS = 60_000;

export const startValues = agentRequest.extend({ schemaExample: z.unknown().optional() });

/** Limits as the form's fields tell them. */
export const followValues = {
	maxWait: z.number().min(1).max(86_400).default(600),
	whenMaxWaitIsOver: z.enum(['error', 'unfinished', 'cancel']).default('error'),
	pollInterval: z.number().min(1).max(300).default(10),
	cancelOnStop: z.boolean().default(true),
};

type StartValues = z.infer<typeof startValues>;

type FollowValues = z.infer<z.ZodObject<typeof followValues>>;

export const followSettings = (values: FollowValues): FollowSettings => ({
	intervalMs: values.pollInterval * 1000,
	maxWaitMs: values.maxWait * 1000,
	whenOver: values.whenMaxWaitIsOver,
	cancelOnStop: values.cancelOnStop,
});

const bodyOf = ({ schemaExample, ...body }: StartValues): JsonObject =>
	schemaExample === undefined ? body : { ...body, schema: schemaFromExample(schemaExample) };

/** The start of a run. A repeat would start, and charge for, another one. */
export const startRequest = (values: StartValues): ApiRequest => ({
	endpoint: 'agent',
	method: 'POST',
	path: ['agent'],
	body: bodyOf(values),
	idempotency: 'unsafe',
	serviceTimeoutMs: START_TIMEOUT_MS,
});
