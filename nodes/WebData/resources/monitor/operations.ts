import { z } from 'zod';
import type { Client } from '../../client/client';
import { validJobId } from '../../client/jobs/job';
import { readList } from '../../client/lists';
import type { ApiRequest } from '../../client/request';
import { formOf, maxEntries, returnAll } from '../../form/form';
import { dataOf, isObject, type JsonObject, objectsIn } from '../../json/json';
import {
	defineOperation,
	defineResource,
	listOutput,
	noticesOf,
	openObject,
} from '../../operation/operation';
import { DEFAULT_CRAWL_LIMIT, toolCrawlDefaults } from '../crawl/form';
import { createForm, monitorConflicts, monitorIdForm, toMonitorBody, updateForm } from './form';
import {
	costNotice,
	existsNotice,
	getCheck,
	getChecks,
	maskToken,
	run,
	toMonitorParts,
} from './output';
import { searchChecks, searchMonitors } from './pickers';
import {
	createMonitor,
	deleteMonitor,
	listMonitors,
	listRequest,
	monitor,
	monitorRoutes,
	offsetReader,
} from './service';
import { targetConflicts } from './targets';
import { comparedFields, isSameMonitor, monitorChanges } from './webhookMonitor';

/** The service stores a schedule in words as a cron expression, so the words are not compared. */
function isSameSchedule(stored: unknown, requested: unknown): boolean {
	if (!isObject(stored) || !isObject(requested)) return true;
	const { cron = stored.cron, timezone = 'UTC' } = requested;
	return cron === stored.cron && timezone === stored.timezone;
}

/** Adds the service's defaults for fields that limit the cost of a target. */
const complete = (monitor: JsonObject): JsonObject => ({
	...monitor,
	targets: objectsIn(monitor.targets).map((target) => {
		if (target.type === 'search') return { searchWindow: '24h', maxResults: 10, ...target };
		if (target.type !== 'crawl') return target;
		const options = isObject(target.crawlOptions) ? target.crawlOptions : {};
		return { ...target, crawlOptions: { limit: DEFAULT_CRAWL_LIMIT, ...options } };
	}),
});

/** Returns the names of the fields whose stored values differ from a request that creates an active monitor. */
export function monitorDifferences(stored: JsonObject, requested: JsonObject): string[] {
	const { schedule, ...wanted } = complete({ status: 'active', ...requested });
	const changes = monitorChanges(complete(stored), wanted);
	const names = Object.keys(changes).filter(
		(name) => name === 'status' || comparedFields.includes(name),
	);
	return isSameSchedule(stored.schedule, schedule) ? names : ['schedule', ...names];
}

/**
 * Creates a monitor unless a monitor with the same name, webhook URL, and URLs or queries already exists. If the response
 * is lost, looks for the new monitor.
 */
export async function createOnce(request: ApiRequest, client: Client): Promise<JsonObject> {
	const { body = {} } = request;
	const listed = await listMonitors(client);
	const same = listed
		.filter((stored) => isSameMonitor(stored, body))
		.map((monitor) => ({ monitor, differences: monitorDifferences(monitor, body) }));
	const existing = same.find(({ differences }) => differences.length === 0) ?? same[0];
	if (existing !== undefined) {
		const { monitor: data, differences } = existing;
		const outcome =
			differences.length === 0
				? { outcome: 'alreadyExists' }
				: { outcome: 'existsWithDifferences', differences };
		return { success: true, data, ...outcome };
	}
	const created = await createMonitor(request, client, (stored) => isSameMonitor(stored, body));
	const id = validJobId(dataOf(created).id);
	if (id !== undefined) client.running.set(id, { name: 'monitor' });
	return { ...created, outcome: 'created' };
}

const create = defineOperation({
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
	conflicts: monitorConflicts,
	toRequest: (values) => ({ route: monitorRoutes.create, body: toMonitorBody(values) }),
	execute: createOnce,
	toOutput: (answer, { simplify }) => ({
		parts: toMonitorParts(answer, simplify),
		notices: noticesOf(existsNotice(answer), costNotice(answer)),
	}),
});

const update = defineOperation({
	action: 'Update monitor',
	description: 'Change, pause, or resume a monitor. Fields that you do not add remain unchanged.',
	toolDescription:
		'Changes a monitor, or pauses it so that it costs nothing. Needs the monitor ID. The changes are already set.',
	form: updateForm,
	simplifies: true,
	output: monitor,
	// A search target needs no goal if the stored monitor already contains a goal.
	conflicts: targetConflicts,
	toRequest: ({ monitorId, ...values }) => ({
		route: monitorRoutes.update,
		ids: [monitorId],
		body: toMonitorBody(values),
	}),
	toOutput: (answer, { simplify }) => ({
		parts: toMonitorParts(answer, simplify),
		notices: noticesOf(costNotice(answer)),
	}),
});

const get = defineOperation({
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
	name: 'Get Many',
	action: 'Get many monitors',
	description: "Return your team's monitors, one item per monitor",
	toolDescription:
		"Lists the team's monitors, with their targets, schedules, statuses, and estimated credits per month.",
	form: formOf(returnAll),
	output: monitor,
	toRequest: (values) => listRequest(maxEntries(values)),
	execute: (request, client, { own }) => readList(request, client, offsetReader(maxEntries(own))),
	toOutput: (monitors) => listOutput(monitors.map(maskToken)),
});

const deleteOperation = defineOperation({
	action: 'Delete monitor',
	description:
		'Delete a monitor and its history. To keep the history, pause the monitor with the Update operation.',
	toolDescription:
		'Deletes a monitor and its history, so that it stops costing credits. Needs the monitor ID.',
	form: monitorIdForm,
	output: openObject({ deleted: z.boolean(), monitorId: z.string() }),
	toRequest: ({ monitorId }) => ({ route: monitorRoutes.delete, ids: [monitorId] }),
	execute: deleteMonitor,
	toOutput: (_answer, { sent: { monitorId } }) => ({
		parts: [{ json: { deleted: true, monitorId } }],
	}),
});

export const monitorResource = defineResource({
	value: 'monitor',
	description: 'Scheduled checks for changes',
	operations: { create, run, getCheck, getChecks, get, getAll, update, delete: deleteOperation },
	pickers: { searchChecks, searchMonitors },
});
