import type { INodeProperties } from 'n8n-workflow';
import { agentJob } from '../../api/agent/job';
import { CONTAINS_UUID, jobIdField } from '../common/jobId.fields';

const SEGMENT = '[^\\s/\\\\?#%]{1,200}';
const CONTAINS_SNAPSHOT_ID = `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${CONTAINS_UUID})`;

export const agentJobIdField = jobIdField(agentJob.name, 'searchRuns');

export const snapshotIdField: INodeProperties = {
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: "Snapshot ID, from an 'artifact.updated' event in the trace",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a snapshot…',
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
