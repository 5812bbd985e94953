// The fields that name an agent run and a snapshot of it.

import type { INodeProperties } from 'n8n-workflow';

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	description: 'ID of the run, as Start gives it. A whole URL that holds it will do.',
};

export const snapshotIdField: INodeProperties = {
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	description: "ID of the snapshot: in the 'artifact.updated' events of the run's trace",
};
