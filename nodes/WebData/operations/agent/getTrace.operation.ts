import { z } from 'zod';
import { isObject, type JsonObject } from '../../api/http/response';
import { traceRequest } from '../../api/agent/requests';
import { jobId } from '../../api/agent/agentRequest';
import { traceEvent } from '../../api/agent/agentResponse';
import { defineOperation, type Notice, type OutputPart } from '../operation';
import { agentJobIdField } from './ids.fields';
import { returnAllFields, returnAllValues } from '../common/limit.field';
import { optionsField } from '../common/options.fields';

const formValues = z
	.object({
		jobId,
		...returnAllValues,
		liveView: z.boolean().optional(),
	})
	.strict();

type FormValues = z.infer<typeof formValues>;

const hasEvents = ({ events }: JsonObject): boolean => Array.isArray(events);

const eventsIn = ({ events }: JsonObject): JsonObject[] =>
	Array.isArray(events)
		? events.map((event: unknown) => (isObject(event) ? event : { event }))
		: [];

function toTraceParts(response: JsonObject, simplify: boolean, values: FormValues): OutputPart[] {
	if (!hasEvents(response)) return [{ json: response }];
	const all = eventsIn(response);
	const events = values.returnAll ? all : all.slice(-values.limit);
	return simplify ? events.map((json) => ({ json })) : [{ json: { ...response, events } }];
}

const noEvents: Notice = {
	kind: 'noEvents',
	text: 'The response contains no list of events, so the item contains the whole response',
	warns: true,
};

export const getTrace = defineOperation({
	value: 'getTrace',
	name: 'Get Trace',
	action: 'Get agent run trace',
	description: 'Return the events of an agent run as items, newest last',
	toolDescription:
		'Lists the events of a research run: searches, pages, results, and the reason for a failure. Needs the job ID.',
	fields: [
		agentJobIdField,
		...returnAllFields,
		optionsField([
			{
				displayName: 'Live View',
				name: 'liveView',
				type: 'boolean',
				default: false,
				description:
					"Whether to include the URLs of the open browser sessions. To see the URLs, turn off 'Simplify'.",
			},
		]),
	],
	simplifies: true,
	output: traceEvent,
	input: formValues,
	toRequest: (values) => traceRequest(values.jobId, values.liveView),
	toParts: (response, { simplify }, values) => toTraceParts(response, simplify, values),
	notices: (response) => (hasEvents(response) ? [] : [noEvents]),
});
