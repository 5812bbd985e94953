import type { INodeParameters } from 'n8n-workflow';
import { checkRows } from '../../nodes/WebData/resources/monitor/errors';
import type { LocalService } from '../localService/localService';
import type { Existing, OperationCase, Repeat, ResourceCases } from './operationCase';
import { ofOtherFormats } from './rows';

export const weeklyMonitor = (url: string): INodeParameters => ({
	name: 'Tides',
	text: 'weekly',
	targets: { target: [{ type: 'scrape', urls: [url] }] },
});

/** Number of checks that a request has started. The clock of a test can reach the schedule of a monitor. */
export const startedChecks = ({ monitors }: LocalService): number =>
	monitors.flatMap(({ checks }) => checks.filter(({ trigger }) => trigger === 'manual')).length;

const monitorId = ({ monitorId: id }: Existing) => ({ monitorId: id });

/** An operation on a monitor, by default without other fields. */
const onMonitor = (
	request: string,
	repeat: Repeat,
	output: readonly string[],
	rest: Partial<OperationCase> = {},
): OperationCase => ({
	...{ request, repeat, output, parameters: monitorId, needs: 'monitor', never: ofOtherFormats },
	...rest,
});

const created = [
	...['data.id', 'data.name', 'data.status', 'data.schedule', 'data.targets'],
	'data.estimatedCreditsPerMonth',
];

export const monitor: ResourceCases = {
	create: onMonitor('POST /v2/monitor', 'matched', created, {
		parameters: ({ page }) => weeklyMonitor(page),
		needs: undefined,
		executions: ({ monitors }) => monitors.length,
	}),
	get: onMonitor('GET /v2/monitor/{monitorId}', 'read', ['data.id', 'data.nextRunAt']),
	getAll: onMonitor('GET /v2/monitor?*', 'read', ['id', 'name'], {
		parameters: () => ({ limit: 1 }),
	}),
	run: onMonitor(
		'POST /v2/monitor/{monitorId}/run',
		'found',
		['data.id', 'data.status', 'data.summary', 'outcome'],
		{
			poll: 'GET /v2/monitor/{monitorId}/checks/*?limit=1',
			credits: 1,
			executions: startedChecks,
			rows: checkRows,
		},
	),
	getChecks: onMonitor('GET /v2/monitor/{monitorId}/checks?*', 'read', ['id', 'status'], {
		parameters: ({ monitorId: id }) => ({ monitorId: id, limit: 1 }),
		needs: 'endedCheck',
	}),
	getCheck: onMonitor(
		'GET /v2/monitor/{monitorId}/checks/{checkId}*',
		'read',
		['data.id', 'data.status', 'data.pages'],
		{
			parameters: ({ monitorId: id, checkId }) => ({ monitorId: id, checkId, limit: 1 }),
			needs: 'endedCheck',
		},
	),
	update: onMonitor('PATCH /v2/monitor/{monitorId}', 'read', ['data.id', 'data.status'], {
		parameters: ({ monitorId: id }) => ({ monitorId: id, options: { status: 'paused' } }),
	}),
	delete: onMonitor('DELETE /v2/monitor/{monitorId}', 'ends', ['deleted']),
};
