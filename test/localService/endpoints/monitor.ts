import { randomUUID } from 'node:crypto';
import { badRequest, failure, jsonAnswer, rowFailure } from '../answer';
import type { Check, Monitor, Target } from '../monitor/monitorStore';
import { followSchedule, startCheck } from '../monitor/runCheck';
import { scheduleOf } from '../monitor/schedule';
import { showCheck, showMonitor } from '../monitor/showMonitor';
import {
	checkMonitorChange,
	checkNewMonitor,
	type MonitorBody,
	type TargetBody,
} from '../schemas/monitor';
import { customIssue, invalidBody } from '../schemas/details';
import type { ServiceState } from '../state';
import { isUuid, type ApiRequest, type Endpoint } from './endpoint';

const PAGE_STATUSES = ['same', 'new', 'changed', 'removed', 'error'];
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;
const MINUTES_PER_HOUR = 60;

/** The service stores every format as an object and adds the Markdown format if it is missing. */
function storedOptions({ formats, ...options }: Record<string, unknown>): Record<string, unknown> {
	if (!Array.isArray(formats)) return options;
	const asObjects = formats.map((format: unknown) =>
		typeof format === 'string' ? { type: format } : (format as { type: string }),
	);
	const hasMarkdown = asObjects.some(({ type }) => type === 'markdown');
	return { ...options, formats: hasMarkdown ? asObjects : [...asObjects, { type: 'markdown' }] };
}

const toStoredTarget = ({ scrapeOptions, ...target }: TargetBody): Target => ({
	...target,
	...(scrapeOptions && { scrapeOptions: storedOptions(scrapeOptions) }),
	id: target.id ?? randomUUID(),
});

function checkRules({ targets, goal, judgeEnabled }: Partial<MonitorBody>): void {
	const issues = (targets ?? []).flatMap(({ includeDomains, excludeDomains }, index) =>
		includeDomains && excludeDomains
			? [
					customIssue(
						['targets', index, 'excludeDomains'],
						'includeDomains and excludeDomains are mutually exclusive',
					),
				]
			: [],
	);
	const searches = targets?.some(({ type }) => type === 'search') ?? false;
	if (searches && !goal && judgeEnabled !== false) {
		issues.push(customIssue(['goal'], 'A search target requires a non-empty goal'));
	}
	if (issues.length > 0) throw invalidBody(issues);
}

function monitorOf({ id, team }: ApiRequest, { monitors }: ServiceState): Monitor {
	if (!isUuid(id)) throw badRequest([{ path: ['monitorId'], message: 'Invalid UUID' }]);
	const monitor = monitors.all.find((one) => one.id === id && one.team === team);
	if (!monitor) throw failure(404, 'Monitor not found');
	return monitor;
}

function numberIn(url: URL, name: string, initial: number, max = Infinity): number {
	const value = Number(url.searchParams.get(name) ?? initial);
	if (value <= max) return value;
	throw badRequest([{ path: [name], message: `Too big: expected number to be <=${max}` }]);
}

const create: Endpoint = {
	method: 'POST',
	path: /^\/v2\/monitor$/,
	async serve({ body: raw, team }, state) {
		const issues = checkNewMonitor(raw);
		if (issues.length > 0) throw invalidBody(issues);
		const body = raw as MonitorBody;
		checkRules(body);
		if (state.settings.forcedZeroDataRetention) {
			throw failure(400, 'Monitors are not supported for teams with zero data retention.');
		}
		if (state.account.remainingCredits() <= 0) throw rowFailure('paymentRequired');
		const now = state.clock.now();
		const shift = state.monitors.all.length % MINUTES_PER_HOUR;
		const monitor: Monitor = {
			id: randomUUID(),
			team,
			body,
			status: 'active',
			schedule: scheduleOf(body.schedule, shift, now),
			targets: body.targets.map(toStoredTarget),
			nextRunAt: null,
			lastRunAt: null,
			currentCheckId: null,
			checks: [],
			seen: new Map(),
			createdAt: now,
			updatedAt: now,
		};
		state.monitors.all.push(monitor);
		void followSchedule(monitor, state);
		return jsonAnswer(200, { success: true, data: showMonitor(monitor, now) });
	},
};

const getAll: Endpoint = {
	method: 'GET',
	path: /^\/v2\/monitor$/,
	async serve({ url, team }, { monitors, clock }) {
		const limit = numberIn(url, 'limit', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
		const offset = numberIn(url, 'offset', 0);
		const own = monitors.all.filter((monitor) => monitor.team === team);
		const data = own.slice(offset, offset + limit).map((each) => showMonitor(each, clock.now()));
		return jsonAnswer(200, { success: true, data });
	},
};

const get: Endpoint = {
	method: 'GET',
	path: /^\/v2\/monitor\/([^/]+)$/,
	async serve(request, state) {
		const data = showMonitor(monitorOf(request, state), state.clock.now());
		return jsonAnswer(200, { success: true, data });
	},
};

const update: Endpoint = {
	method: 'PATCH',
	path: /^\/v2\/monitor\/([^/]+)$/,
	async serve(request, state) {
		const monitor = monitorOf(request, state);
		const issues = checkMonitorChange(request.body ?? {});
		if (issues.length > 0) throw invalidBody(issues);
		const { status, ...change } = request.body as Partial<MonitorBody>;
		if (status === undefined && Object.keys(change).length === 0) {
			throw failure(400, 'Update body cannot be empty');
		}
		checkRules({ ...monitor.body, ...change });
		const now = state.clock.now();
		if (change.schedule) monitor.schedule = scheduleOf(change.schedule, 0, now);
		if (change.targets) monitor.targets = change.targets.map(toStoredTarget);
		const wasPaused = monitor.status === 'paused';
		Object.assign(monitor.body, change);
		monitor.status = status ?? monitor.status;
		monitor.updatedAt = now;
		if (monitor.status === 'paused') monitor.nextRunAt = null;
		else if (wasPaused || change.schedule) void followSchedule(monitor, state);
		return jsonAnswer(200, { success: true, data: showMonitor(monitor, now) });
	},
};

const remove: Endpoint = {
	method: 'DELETE',
	path: /^\/v2\/monitor\/([^/]+)$/,
	async serve(request, state) {
		const monitor = monitorOf(request, state);
		monitor.status = 'deleted';
		state.monitors.all.splice(state.monitors.all.indexOf(monitor), 1);
		return jsonAnswer(200, { success: true });
	},
};

const run: Endpoint = {
	method: 'POST',
	path: /^\/v2\/monitor\/([^/]+)\/run$/,
	async serve(request, state) {
		const monitor = monitorOf(request, state);
		if (monitor.status === 'paused') throw failure(409, 'Monitor is paused');
		if (monitor.currentCheckId !== null) {
			const checkId = monitor.currentCheckId;
			throw failure(409, 'A monitor check is already running', { checkId });
		}
		const check = startCheck(monitor, 'manual', state);
		const data = { ...showCheck(check, monitor), status: 'queued' };
		return jsonAnswer(200, { success: true, id: check.id, data });
	},
};

const getChecks: Endpoint = {
	method: 'GET',
	path: /^\/v2\/monitor\/([^/]+)\/checks$/,
	async serve(request, state) {
		const monitor = monitorOf(request, state);
		const limit = numberIn(request.url, 'limit', DEFAULT_PAGE_SIZE);
		const offset = numberIn(request.url, 'offset', 0);
		const status = request.url.searchParams.get('status');
		const newestFirst = [...monitor.checks]
			.reverse()
			.filter((check) => status === null || check.status === status);
		const data = newestFirst
			.slice(offset, offset + limit)
			.map((check) => showCheck(check, monitor));
		return jsonAnswer(200, { success: true, data });
	},
};

function checkOf({ innerId }: ApiRequest, monitor: Monitor): Check {
	if (!isUuid(innerId)) throw badRequest([{ path: ['checkId'], message: 'Invalid UUID' }]);
	const check = monitor.checks.find(({ id }) => id === innerId);
	if (!check) throw failure(404, 'Check not found');
	return check;
}

const getCheck: Endpoint = {
	method: 'GET',
	path: /^\/v2\/monitor\/([^/]+)\/checks\/([^/]+)$/,
	async serve(request, state) {
		const { url } = request;
		const monitor = monitorOf(request, state);
		const check = checkOf(request, monitor);
		const limit = numberIn(url, 'limit', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
		const skip = numberIn(url, 'skip', 0);
		const status = url.searchParams.get('status');
		if (status !== null && !PAGE_STATUSES.includes(status)) {
			throw badRequest([{ path: ['status'], message: 'Invalid option' }]);
		}
		const pages = check.pages.filter((page) => status === null || page.status === status);
		const shown = pages.slice(skip, skip + limit);
		const following = new URL(url);
		following.searchParams.set('skip', String(skip + shown.length));
		const next = skip + shown.length < pages.length ? { next: following.href } : {};
		const data = { ...showCheck(check, monitor), pages: shown, ...next };
		return jsonAnswer(200, { success: true, ...next, data });
	},
};

export const monitorEndpoints: readonly Endpoint[] = [
	create,
	getAll,
	get,
	update,
	remove,
	run,
	getChecks,
	getCheck,
];
