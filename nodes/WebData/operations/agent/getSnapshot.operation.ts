// Fetch what a run had made at some point. Specification: Events, `artifact.updated` and its `snapshotId`.

import { z } from 'zod';
import type { JsonObject } from '../../api/http/response';
import { getSnapshot as snapshotRequest } from '../../api/agent/requests';
import { jobId, snapshotId } from '../../api/agent/agentRequest';
import { anything, openObject } from '../../api/schema/output';
import { defineOperation, type OutputPart } from '../operation';
import { jobIdField, snapshotIdField } from './ids.fields';
import { contentOf, kinds } from './snapshot';

const input = z
	.object({
		jobId,
		snapshotId,
		outputAs: z.enum(['json', 'file']).default('json'),
		binaryPropertyName: z.string().min(1).default('data'),
		snapshotKind: z.enum(['auto', ...kinds]).default('auto'),
	})
	.strict();

type Values = z.infer<typeof input>;

function partsOf(answer: JsonObject, values: Values): OutputPart[] {
	const content = contentOf(answer.snapshot, values.snapshotKind);
	const about = { id: values.jobId, snapshotId: values.snapshotId, kind: content.kind };
	if (values.outputAs === 'json') return [{ json: { snapshot: content.value, ...about } }];
	const file = {
		field: values.binaryPropertyName,
		content: content.bytes,
		fileName: `${values.snapshotId}.${content.extension}`,
		mimeType: content.mimeType,
	};
	return [{ json: about, files: [file] }];
}

export const getSnapshot = defineOperation({
	value: 'getSnapshot',
	name: 'Get Snapshot',
	action: 'Get snapshot of agent run',
	description: 'Fetch what a run had put together at some point, as data or as a file',
	toolDescription:
		"Fetches what a research run had put together at some point. Needs the job ID, and the snapshot ID from an 'artifact.updated' event of the run's trace.",
	fields: [
		jobIdField,
		snapshotIdField,
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'json',
			options: [
				{ name: 'Data', value: 'json', description: 'In the item, JSON parsed' },
				{ name: 'File', value: 'file', description: 'As a file of the item' },
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
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: [
				{
					displayName: 'Kind',
					name: 'snapshotKind',
					type: 'options',
					default: 'auto',
					options: [
						{ name: 'Auto', value: 'auto', description: 'Read it from the content' },
						{ name: 'HTML', value: 'html' },
						{ name: 'JSON', value: 'json' },
						{ name: 'Markdown', value: 'markdown' },
						{ name: 'Screenshot', value: 'screenshot' },
						{ name: 'Text', value: 'text' },
					],
					description: "Kind of the snapshot: 'artifact.kind' in the event that names it",
				},
			],
		},
	],
	output: openObject({
		snapshot: anything,
		id: z.string(),
		snapshotId: z.string(),
		kind: z.enum(kinds),
	}),
	input,
	toRequest: (values) => snapshotRequest(values.jobId, values.snapshotId),
	toParts: (answer, _reading, values) => partsOf(answer, values),
});
