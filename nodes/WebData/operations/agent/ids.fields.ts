import type { INodeProperties } from 'n8n-workflow';

/** A text that contains a UUID, for example a URL. */
const CONTAINS_UUID = '.*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}.*';

/** A path segment that needs no escaping. */
const SEGMENT = '[A-Za-z0-9._~-]{1,200}';
const CONTAINS_SNAPSHOT_ID = `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${CONTAINS_UUID})`;

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'Job ID of the agent run, from the output of Start. A URL that contains it also works.',
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
					properties: {
						regex: CONTAINS_UUID,
						errorMessage: 'Must contain a job ID, which is a UUID',
					},
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
	description: "ID of the snapshot, from an 'artifact.updated' event of the trace",
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
						regex: CONTAINS_SNAPSHOT_ID,
						errorMessage: 'Must contain a snapshot ID',
					},
				},
			],
		},
	],
};
