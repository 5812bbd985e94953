import type { INodeProperties } from 'n8n-workflow';
import { monitorId } from '../../api/monitor/monitorRequest';
import { monitor } from '../../api/monitor/monitorResponse';
import { updateRequest } from '../../api/monitor/requests';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { monitorIdField } from './ids.fields';
import { targetConflicts, toMonitorBody, updateValues } from './input';
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
			{ name: 'Active', value: 'active', description: 'The service runs checks on the schedule' },
			{
				name: 'Paused',
				value: 'paused',
				description: 'The service runs no checks and charges no credits',
			},
		],
		description: 'Status of the monitor',
	},
]);

/** Empty by default, so that an update keeps the existing targets. */
const newTargets: INodeProperties = {
	...targetsField(
		'Up to 50 targets, which replace all targets of the monitor. If empty, the targets remain unchanged.',
	),
	default: {},
};

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update monitor',
	description: 'Change, pause, or resume a monitor. Fields that you do not add remain unchanged.',
	toolDescription:
		'Changes a monitor, or pauses a monitor so that it costs nothing. Needs the monitor ID and at least one field to change.',
	fields: [
		monitorIdField,
		newTargets,
		{
			...updateFields,
			displayName: 'Update Fields',
			placeholder: 'Add Field',
			description:
				'Fields to change. A list or a group replaces the previous list or group completely.',
		},
	],
	simplifies: true,
	output: monitor,
	input: updateValues.extend({ monitorId }),
	// A search target needs no goal if the stored monitor already contains a goal.
	conflicts: ({ monitorId: _id, ...values }) => targetConflicts(values),
	toRequest: ({ monitorId: id, ...values }) => updateRequest(id, toMonitorBody(values)),
	toParts: (answer, { simplify }) => toMonitorParts(answer, simplify),
	notices: (answer) => costNotices(answer),
});
