// Read what happened in a run. Specification: Events.

import { z } from 'zod';
import { isObject, type JsonObject } from '../../api/http/response';
import { getTrace as traceRequest } from '../../api/agent/requests';
import { jobId } from '../../api/agent/agentRequest';
import { traceEvent } from '../../api/agent/agentResponse';
import { defineOperation, type OutputPart } from '../operation';
import { jobIdField } from './ids.fields';

const input = z
	.object({
		jobId,
		returnAll: z.boolean().default(false),
		limit: z.number().int().min(1).default(50),
		liveView: z.boolean().optional(),
	})
	.strict();

const eventsOf = ({ events }: JsonObject): JsonObject[] =>
	Array.isArray(events)
		? events.map((event: unknown) => (isObject(event) ? event : { event }))
		: [];

const newest = (events: JsonObject[], { returnAll, limit }: z.infer<typeof input>): JsonObject[] =>
	returnAll ? events : events.slice(-limit);

export const getTrace = defineOperation({
	value: 'getTrace',
	name: 'Get Trace',
	action: 'Get trace of agent run',
	description: 'Read the events of a run, the newest last, with one output item each',
	toolDescription:
		'Lists what a research run did: searches, pages, results, and why it failed. Needs the job ID.',
	fields: [
		jobIdField,
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: [
				{
					displayName: 'Live View',
					name: 'liveView',
					type: 'boolean',
					default: false,
					description:
						"Whether to ask for the addresses of the browsers that are open. They are in the whole answer, with 'Simplify' off.",
				},
			],
		},
	],
	simplifies: true,
	output: traceEvent,
	input,
	toRequest: (values) => traceRequest(values.jobId, values.liveView),
	toParts: (answer, { simplify }, values): OutputPart[] =>
		simplify
			? newest(eventsOf(answer), values).map((json) => ({ json }))
			: [{ json: { ...answer, events: newest(eventsOf(answer), values) } }],
});
