import { z } from 'zod';
import { readList } from '../../client/lists';
import { formOf, maxEntries, returnAll } from '../../form/form';
import { defineOperation, noticesOf, openObject, type Resource } from '../../operation/operation';
import { toolCrawlDefaults } from '../crawl/form';
import { getCheck, getChecks, run } from './checks';
import { createOnce } from './create';
import { createForm, monitorConflicts, monitorIdForm, toMonitorBody, updateForm } from './form';
import { costNotice, existsNotice, maskToken, toMonitorParts } from './output';
import { searchChecks, searchMonitors } from './pickers';
import {
	deleteMonitor,
	deleteRequest,
	listRequest,
	monitor,
	monitorRoutes,
	offsetReader,
	updateRequest,
} from './service';
import { targetConflicts } from './targets';

const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create monitor',
	description: 'Create a monitor that checks pages, a site, or a search on a schedule',
	toolDescription:
		'Creates a monitor that checks web pages on a schedule and costs credits for each check until you delete it. Needs a name. The pages and the schedule are already set. If such a monitor exists, returns that monitor.',
	costs: true,
	form: createForm,
	toolDefaults: toolCrawlDefaults,
	simplifies: true,
	output: monitor.extend({
		outcome: z.enum(['created', 'alreadyExists', 'existsWithDifferences']).optional(),
		differences: z.array(z.string()).optional(),
	}),
	// Processes items one after another, so that the node finds the monitor that it created for an identical earlier
	// item.
	oneByOne: true,
	conflicts: (values) => monitorConflicts(values),
	toRequest: (values) => ({ route: monitorRoutes.create, body: toMonitorBody(values) }),
	execute: (request, client) => createOnce(request, client),
	toOutput: (answer, { simplify }) => ({
		parts: toMonitorParts(answer, simplify),
		notices: noticesOf(existsNotice(answer), costNotice(answer)),
	}),
});

const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update monitor',
	description: 'Change, pause, or resume a monitor. Fields that you do not add remain unchanged.',
	toolDescription:
		'Changes a monitor, or pauses it so that it costs nothing. Needs the monitor ID. The changes are already set.',
	form: updateForm,
	simplifies: true,
	output: monitor,
	// A search target needs no goal if the stored monitor already contains a goal.
	conflicts: (values) => targetConflicts(values),
	toRequest: ({ monitorId, ...values }) => updateRequest(monitorId, toMonitorBody(values)),
	toOutput: (answer, { simplify }) => ({
		parts: toMonitorParts(answer, simplify),
		notices: noticesOf(costNotice(answer)),
	}),
});

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get monitor',
	description: 'Return a monitor, with the time of the next check and the estimated cost',
	toolDescription:
		'Gets a monitor with its targets, schedule, status, the time of the next check, the summary of the last check, and the estimated credits per month. Needs the monitor ID.',
	form: monitorIdForm,
	simplifies: true,
	output: monitor,
	toRequest: ({ monitorId }) => ({ route: monitorRoutes.get, ids: [monitorId] }),
	toOutput: (answer, { simplify }) => ({ parts: toMonitorParts(answer, simplify) }),
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many monitors',
	description: "Return your team's monitors, one item per monitor",
	toolDescription:
		"Lists the team's monitors, with their targets, schedules, statuses, and estimated credits per month.",
	form: formOf(returnAll),
	output: monitor,
	toRequest: (values) => listRequest(maxEntries(values)),
	execute: (request, client, { own }) => readList(request, client, offsetReader(maxEntries(own))),
	toOutput: (monitors) => ({
		parts: monitors.map((json) => ({ json: maskToken(json) })),
	}),
});

const deleteOperation = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete monitor',
	description:
		'Delete a monitor and its history. To keep the history, pause the monitor with the Update operation.',
	toolDescription:
		'Deletes a monitor and its history, so that it stops costing credits. Needs the monitor ID.',
	form: monitorIdForm,
	output: openObject({ deleted: z.boolean(), monitorId: z.string() }),
	toRequest: (values) => deleteRequest(values.monitorId),
	execute: (request, client) => deleteMonitor(request, client),
	toOutput: (_answer, { sent: { monitorId } }) => ({
		parts: [{ json: { deleted: true, monitorId } }],
	}),
});

export const monitorResource: Resource = {
	value: 'monitor',
	name: 'Monitor',
	description: 'Scheduled checks for changes',
	defaultOperation: 'create',
	operations: [create, run, getCheck, getChecks, get, getAll, update, deleteOperation],
	pickers: { searchChecks, searchMonitors },
};
