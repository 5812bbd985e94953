// The fields that name an agent run and a snapshot of it.

import type { INodeProperties } from 'n8n-workflow';

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.ID }}',
	description: "ID of the run: 'id' in the output of Start. A whole URL that holds it will do.",
};

export const snapshotIdField: INodeProperties = {
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.snapshotId }}',
	description: "ID of the snapshot: in the 'artifact.updated' events of the run's trace",
};
