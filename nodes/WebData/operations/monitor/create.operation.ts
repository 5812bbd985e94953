import { z } from 'zod';
import { createOnce } from '../../api/monitor/createOnce';
import { monitor } from '../../api/monitor/monitorResponse';
import { createRequest } from '../../api/monitor/requests';
import { optionsField } from '../common/options.fields';
import { defineOperation } from '../operation';
import { createValues, monitorConflicts, toMonitorBody } from './input';
import { goalField, monitorOptions, nameField } from './monitor.fields';
import { costNotices, existsNotices, toMonitorParts } from './output';
import { scheduleField } from './schedule.field';
import { targetsField } from './targets.field';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create monitor',
	description: 'Let the service check pages, a site, or a search on a schedule',
	toolDescription:
		'Creates a monitor that checks web pages on a schedule and costs credits for each check until you delete the monitor. Needs a name, targets, and a schedule. If a monitor with the same name and targets exists, returns that monitor.',
	fields: [
		{ ...nameField, required: true },
		targetsField('Up to 50 targets to watch'),
		scheduleField,
		goalField,
		optionsField(monitorOptions),
	],
	simplifies: true,
	output: monitor.extend({
		outcome: z.enum(['created', 'alreadyExists', 'existsWithDifferences']).optional(),
		differences: z.array(z.string()).optional(),
	}),
	// Processes items one after another, so that the node finds the monitor that it created for an identical earlier
	// item.
	maxParallel: 1,
	input: createValues,
	conflicts: monitorConflicts,
	toRequest: (values) => createRequest(toMonitorBody(values)),
	execute: (request, session) => createOnce(request, session),
	toParts: (answer, { simplify }) => toMonitorParts(answer, simplify),
	notices: (answer) => [...existsNotices(answer), ...costNotices(answer)],
});
