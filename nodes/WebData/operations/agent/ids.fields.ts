import { agentJob } from '../../api/agent/job';
import { CONTAINS_UUID, idPickerField } from '../common/idPicker.field';
import { jobIdField } from '../common/jobId.fields';

const SEGMENT = '[^\\s/\\\\?#%]{1,200}';
const CONTAINS_SNAPSHOT_ID = `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${CONTAINS_UUID})`;

export const agentJobIdField = jobIdField(agentJob.name, 'searchRuns');

export const snapshotIdField = idPickerField({
	displayName: 'Snapshot ID',
	name: 'snapshotId',
	description: "Snapshot ID, from an 'artifact.updated' event in the trace",
	searchListMethod: 'searchSnapshots',
	select: 'a snapshot',
	regex: CONTAINS_SNAPSHOT_ID,
	errorMessage: 'Must contain a snapshot ID',
});
