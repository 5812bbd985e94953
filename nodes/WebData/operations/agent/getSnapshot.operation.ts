import { z } from 'zod';
import type { JsonObject } from '../../api/http/response';
import { snapshotRequest } from '../../api/agent/requests';
import { jobId, snapshotId } from '../../api/agent/agentRequest';
import { anything, openObject } from '../../api/schema/output';
import { defineOperation, type Notice, type OutputPart } from '../operation';
import { agentJobIdField, snapshotIdField } from './ids.fields';
import { readSnapshot, snapshotKinds } from './snapshot';
import { optionsField } from '../common/options.fields';

const formValues = z
	.object({
		jobId,
		snapshotId,
		outputAs: z.enum(['json', 'file']).default('json'),
		binaryPropertyName: z.string().min(1).default('data'),
		snapshotKind: z.enum(['auto', ...snapshotKinds]).default('auto'),
	})
	.strict();

type FormValues = z.infer<typeof formValues>;

const hasSnapshot = ({ snapshot }: JsonObject): boolean =>
	snapshot !== undefined && snapshot !== null;

function toSnapshotParts(response: JsonObject, values: FormValues): OutputPart[] {
	const ids = { jobId: values.jobId, snapshotId: values.snapshotId };
	if (!hasSnapshot(response)) return [{ json: { ...response, ...ids } }];
	const content = readSnapshot(response.snapshot, values.snapshotKind);
	const facts = { ...ids, kind: content.kind };
	if (values.outputAs === 'json') return [{ json: { snapshot: content.value, ...facts } }];
	const file = {
		field: values.binaryPropertyName,
		content: content.bytes,
		fileName: `${values.snapshotId}.${content.extension}`,
		mimeType: content.mimeType,
	};
	return [{ json: facts, files: [file] }];
}

const noSnapshot: Notice = {
	kind: 'noSnapshot',
	text: 'The response contains no snapshot, so the item contains the whole response',
	advice: "Compare 'Snapshot ID' with the trace of the run",
	warns: true,
};

export const getSnapshot = defineOperation({
	value: 'getSnapshot',
	name: 'Get Snapshot',
	action: 'Get agent run snapshot',
	description: 'Return an intermediate result of an agent run, as data or as a file',
	toolDescription:
		"Gets an intermediate result of a research run. Needs the job ID, and the snapshot ID from an 'artifact.updated' event in the run's trace.",
	fields: [
		agentJobIdField,
		snapshotIdField,
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'json',
			options: [
				{
					name: 'Data',
					value: 'json',
					description: 'Return the snapshot in the item data. JSON is parsed.',
				},
				{ name: 'File', value: 'file', description: 'Return the snapshot as a binary file' },
			],
			description: 'How to return the snapshot',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the output binary field to put the file in',
			displayOptions: { show: { outputAs: ['file'] } },
		},
		optionsField([
			{
				displayName: 'Kind',
				name: 'snapshotKind',
				type: 'options',
				default: 'auto',
				options: [
					{ name: 'Auto', value: 'auto', description: 'Detect the kind from the content' },
					{ name: 'HTML', value: 'html' },
					{ name: 'JSON', value: 'json' },
					{ name: 'Markdown', value: 'markdown' },
					{ name: 'Screenshot', value: 'screenshot' },
					{ name: 'Text', value: 'text' },
				],
				description:
					"Kind of snapshot, from 'artifact.kind' in the trace event that contains the snapshot ID",
			},
		]),
	],
	output: openObject({
		snapshot: anything,
		jobId: z.string(),
		snapshotId: z.string(),
		kind: z.enum(snapshotKinds),
	}),
	input: formValues,
	toRequest: (values) => snapshotRequest(values.jobId, values.snapshotId),
	toParts: (response, _options, values) => toSnapshotParts(response, values),
	notices: (response) => (hasSnapshot(response) ? [] : [noSnapshot]),
});
