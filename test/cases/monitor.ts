import type { INodeParameters } from 'n8n-workflow';
import { checkRows } from '../../nodes/WebData/resources/monitor/errors';
import type { LocalService } from '../localService/localService';
import type { Existing, ResourceCases } from './operationCase';
import { ofOtherFormats } from './rows';

export const weeklyMonitor = (url: string): INodeParameters => ({
	name: 'Tides',
	text: 'weekly',
	targets: { target: [{ type: 'scrape', urls: [url] }] },
});

export const startedChecks = ({ monitors }: LocalService): number =>
	monitors.flatMap(({ checks }) => checks).length;

const monitorId = ({ monitorId: id }: Existing) => ({ monitorId: id });

const never = ofOtherFormats;

export const monitor: ResourceCases = {
	create: {
		parameters: ({ page }) => weeklyMonitor(page),
		request: 'POST /v2/monitor',
		repeat: 'matched',
		executions: ({ monitors }) => monitors.length,
		output: [
			...['data.id', 'data.name', 'data.status', 'data.schedule', 'data.targets'],
			'data.estimatedCreditsPerMonth',
		],
		never,
	},
	get: {
		parameters: monitorId,
		request: 'GET /v2/monitor/{monitorId}',
		repeat: 'read',
		needs: 'monitor',
		output: ['data.id', 'data.nextRunAt'],
		never,
	},
	getAll: {
		parameters: () => ({ limit: 1 }),
		request: 'GET /v2/monitor?*',
		repeat: 'read',
		needs: 'monitor',
		output: ['id', 'name'],
		never,
	},
	run: {
		parameters: monitorId,
		request: 'POST /v2/monitor/{monitorId}/run',
		poll: 'GET /v2/monitor/{monitorId}/checks/*?limit=1',
		repeat: 'found',
		needs: 'monitor',
		credits: 1,
		executions: startedChecks,
		output: ['data.id', 'data.status', 'data.summary', 'outcome'],
		rows: checkRows,
		never,
	},
	getChecks: {
		parameters: ({ monitorId: id }) => ({ monitorId: id, limit: 1 }),
		request: 'GET /v2/monitor/{monitorId}/checks?*',
		repeat: 'read',
		needs: 'endedCheck',
		output: ['id', 'status'],
		never,
	},
	getCheck: {
		parameters: ({ monitorId: id, checkId }) => ({ monitorId: id, checkId, limit: 1 }),
		request: 'GET /v2/monitor/{monitorId}/checks/{checkId}*',
		repeat: 'read',
		needs: 'endedCheck',
		output: ['data.id', 'data.status', 'data.pages'],
		never,
	},
	update: {
		parameters: ({ monitorId: id }) => ({ monitorId: id, options: { status: 'paused' } }),
		request: 'PATCH /v2/monitor/{monitorId}',
		repeat: 'read',
		needs: 'monitor',
		output: ['data.id', 'data.status'],
		never,
	},
	delete: {
		parameters: monitorId,
		request: 'DELETE /v2/monitor/{monitorId}',
		repeat: 'ends',
		needs: 'monitor',
		output: ['deleted'],
		never,
	},
};
