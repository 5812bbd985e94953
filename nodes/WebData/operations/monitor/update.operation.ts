import type { INodeProperties } from 'n8n-workflow';
import { monitorId } from '../../api/monitor/monitorRequest';
import { monitor } from '../../api/monitor/monitorResponse';
import { updateRequest } from '../../api/monitor/requests';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { monitorIdField } from './ids.fields';
import { monitorConflicts, toMonitorBody, updateValues } from './input';
import { goalField, monitorOptions, nameField } from './monitor.fields';
import { costNotices, toMonitorParts } from './output';
import { scheduleField } from './schedule.field';
import { targetsField } from './targets.field';

const updateFields = optionsField([
	...monitorOptions,
	goalField,
	nameField,
	scheduleField,
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		default: 'paused',
		options: [
			{ name: 'Active', value: 'active', description: 'The schedule runs' },
			{ name: 'Paused', value: 'paused', description: 'No checks, and no costs' },
		],
		description: 'Whether the service checks on the schedule',
	},
]);

/**
 * The field is on the first level, because the editor truncates labels in nested rows. It is empty by default, so that
 * an update keeps the targets.
 */
const newTargets: INodeProperties = {
	...targetsField(
		'What to watch, up to 50 targets. Replaces all targets of the monitor. If empty, they stay as they are.',
	),
	default: {},
};

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update monitor',
	description: 'Change, pause or resume a monitor. Fields that you do not add stay as they are.',
	toolDescription:
		'Changes a monitor, or pauses it so that it costs nothing. Needs the ID of the monitor and at least one field to change.',
	fields: [
		monitorIdField,
		newTargets,
		{
			...updateFields,
			displayName: 'Update Fields',
			placeholder: 'Add Field',
			description: 'Fields to change. Lists and groups replace the earlier ones as a whole.',
		},
	],
	simplifies: true,
	output: monitor,
	input: updateValues.extend({ monitorId }),
	conflicts: ({ monitorId: _id, ...values }) => monitorConflicts(values),
	toRequest: ({ monitorId: id, ...values }) => updateRequest(id, toMonitorBody(values)),
	toParts: (answer, { simplify }) => toMonitorParts(answer, simplify),
	notices: (answer) => costNotices(answer),
});
