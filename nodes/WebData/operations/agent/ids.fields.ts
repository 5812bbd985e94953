// The fields that name an agent run and a snapshot of it.

import type { INodeProperties } from 'n8n-workflow';

/** Anything that holds a UUID: what is around it is taken off. */
const HOLDS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

/** What a path takes, alone or at its place in a URL. */
const SEGMENT = '[A-Za-z0-9._~-]{1,200}';
const HOLDS_SNAPSHOT_ID = `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${HOLDS_UUID})`;

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'ID of the run, as Start gives it. A whole URL that holds it will do.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a run…',
			typeOptions: { searchListMethod: 'searchRuns', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			validation: [
				{
					type: 'regex',
					properties: { regex: HOLDS_UUID, errorMessage: 'Must hold the run ID, which is a UUID' },
				},
			],
		},
	],
};

export const snapshotIdField: INodeProperties = {
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: "ID of the snapshot: in the 'artifact.updated' events of the run's trace",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a snapshot…',
			typeOptions: { searchListMethod: 'searchSnapshots', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: HOLDS_SNAPSHOT_ID,
						errorMessage: 'Must hold the snapshot ID',
					},
				},
			],
		},
	],
};
