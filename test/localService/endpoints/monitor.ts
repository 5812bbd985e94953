import { randomUUID } from 'node:crypto';
import { badRequest, failure, jsonAnswer, rowFailure } from '../answer';
import { customIssue, invalidBody } from '../schemas/details';
import {
	checkMonitorChange,
	checkNewMonitor,
	type MonitorBody,
	type TargetBody,
} from '../schemas/monitor';
import type { ServiceState } from '../state';
import { isUuid, type ApiRequest, endpoint, type Endpoint } from './endpoint';
import {
	followSchedule,
	isJudged,
	newMonitor,
	pageStatuses,
	startCheck,
	summaryOf,
	type Check,
	type Monitor,
	type Target,
} from './monitorCheck';
import { runsPerMonth, scheduleOf } from './monitorSchedule';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;
const MINUTES_PER_HOUR = 60;

const isoTime = (time: number | null): string | null =>
	time === null ? null : new Date(time).toISOString();

/** Returns the cost of one check, in credits, if all pages change and every change is judged. */
function estimatedCredits(monitor: Monitor): number {
	const perPage = isJudged(monitor) ? 2 : 1;
	return monitor.targets.reduce((sum, { type, urls = [], crawlOptions, maxResults = 10 }) => {
		if (type === 'search') return sum + 2 * Math.ceil(maxResults / 10) + maxResults;
		return sum + perPage * (type === 'scrape' ? urls.length : (crawlOptions?.limit ?? 100));
	}, 0);
}

function show(monitor: Monitor, now: number): object {
	const { id, body, status, schedule, targets, currentCheckId, checks } = monitor;
	const last = checks.findLast((check) => check.finishedAt !== null);
	return {
		id,
		name: body.name,
		status,
		schedule,
		nextRunAt: isoTime(monitor.nextRunAt),
		lastRunAt: isoTime(monitor.lastRunAt),
		currentCheckId,
		targets,
		webhook: body.webhook ?? null,
		notification: body.notification ?? {},
		retentionDays: body.retentionDays ?? 30,
		estimatedCreditsPerMonth: runsPerMonth(schedule, now) * estimatedCredits(monitor),
		lastCheckSummary: last ? summaryOf(last.pages) : null,
		goal: body.goal ?? null,
		judgeEnabled: isJudged(monitor),
		createdAt: isoTime(monitor.createdAt),
		updatedAt: isoTime(monitor.updatedAt),
	};
}

function showCheck(check: Check, monitor: Monitor): object {
	const { pages, createdAt, startedAt, finishedAt, ...rest } = check;
	return {
		...rest,
		scheduledFor: check.trigger === 'scheduled' ? isoTime(createdAt) : null,
		startedAt: isoTime(startedAt),
		finishedAt: isoTime(finishedAt),
		estimatedCredits: estimatedCredits(monitor),
		reservedCredits: estimatedCredits(monitor),
		billingStatus: finishedAt === null ? 'reserved' : 'confirmed',
		summary: summaryOf(pages),
		targetResults: null,
		createdAt: isoTime(createdAt),
		updatedAt: isoTime(finishedAt ?? startedAt ?? createdAt),
	};
}

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

function checkRules({ targets = [], goal, judgeEnabled }: Partial<MonitorBody>): void {
	const exclusive = 'includeDomains and excludeDomains are mutually exclusive';
	const issues = targets.flatMap(({ includeDomains, excludeDomains }, index) =>
		includeDomains && excludeDomains
			? [customIssue(['targets', index, 'excludeDomains'], exclusive)]
			: [],
	);
	const hasSearch = targets.some(({ type }) => type === 'search');
	if (hasSearch && !goal && judgeEnabled !== false) {
		issues.push(customIssue(['goal'], 'A search target requires a non-empty goal'));
	}
	if (issues.length > 0) throw invalidBody(issues);
}

function monitorOf({ id, team }: ApiRequest, { monitors }: ServiceState): Monitor {
	if (!isUuid(id)) throw badRequest([{ path: ['monitorId'], message: 'Invalid UUID' }]);
	const monitor = monitors.find((one) => one.id === id && one.team === team);
	if (!monitor) throw failure(404, 'Monitor not found');
	return monitor;
}

function numberIn(url: URL, name: string, initial: number, max = Infinity): number {
	const value = Number(url.searchParams.get(name) ?? initial);
	if (value <= max) return value;
	throw badRequest([{ path: [name], message: `Too big: expected number to be <=${max}` }]);
}

const create = endpoint('POST /v2/monitor', 'crawl', ({ body: raw, team }, state) => {
	const issues = checkNewMonitor(raw);
	if (issues.length > 0) throw invalidBody(issues);
	const body = raw as MonitorBody;
	checkRules(body);
	if (state.settings.forcedZeroDataRetention) {
		throw failure(400, 'Monitors are not supported for teams with zero data retention.');
	}
	if (state.account.remainingCredits() <= 0) throw rowFailure('paymentRequired');
	const now = state.clock.now();
	const shift = state.monitors.length % MINUTES_PER_HOUR;
	const schedule = scheduleOf(body.schedule, shift, now);
	const targets = body.targets.map(toStoredTarget);
	const monitor = newMonitor(team, body, { schedule, targets }, now);
	state.monitors.push(monitor);
	void followSchedule(monitor, state);
	return jsonAnswer(200, { success: true, data: show(monitor, now) });
});

const getAll = endpoint('GET /v2/monitor', 'crawlStatus', ({ url, team }, { monitors, clock }) => {
	const limit = numberIn(url, 'limit', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
	const offset = numberIn(url, 'offset', 0);
	const own = monitors.filter((monitor) => monitor.team === team);
	const data = own.slice(offset, offset + limit).map((each) => show(each, clock.now()));
	return jsonAnswer(200, { success: true, data });
});

const get = endpoint('GET /v2/monitor/:id', 'crawlStatus', (request, state) => {
	const data = show(monitorOf(request, state), state.clock.now());
	return jsonAnswer(200, { success: true, data });
});

const update = endpoint('PATCH /v2/monitor/:id', 'crawl', (request, state) => {
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
	return jsonAnswer(200, { success: true, data: show(monitor, now) });
});

const remove = endpoint('DELETE /v2/monitor/:id', 'crawlStatus', (request, state) => {
	const monitor = monitorOf(request, state);
	monitor.status = 'deleted';
	state.monitors.splice(state.monitors.indexOf(monitor), 1);
	return jsonAnswer(200, { success: true });
});

const run = endpoint('POST /v2/monitor/:id/run', 'crawl', (request, state) => {
	const monitor = monitorOf(request, state);
	if (monitor.status === 'paused') throw failure(409, 'Monitor is paused');
	if (monitor.currentCheckId !== null) {
		const checkId = monitor.currentCheckId;
		throw failure(409, 'A monitor check is already running', { checkId });
	}
	const check = startCheck(monitor, 'manual', state);
	const data = { ...showCheck(check, monitor), status: 'queued' };
	return jsonAnswer(200, { success: true, id: check.id, data });
});

const getChecks = endpoint('GET /v2/monitor/:id/checks', 'crawlStatus', (request, state) => {
	const monitor = monitorOf(request, state);
	const limit = numberIn(request.url, 'limit', DEFAULT_PAGE_SIZE);
	const offset = numberIn(request.url, 'offset', 0);
	const status = request.url.searchParams.get('status');
	const newestFirst = [...monitor.checks]
		.reverse()
		.filter((check) => status === null || check.status === status);
	const data = newestFirst.slice(offset, offset + limit).map((check) => showCheck(check, monitor));
	return jsonAnswer(200, { success: true, data });
});

function checkOf({ innerId }: ApiRequest, monitor: Monitor): Check {
	if (!isUuid(innerId)) throw badRequest([{ path: ['checkId'], message: 'Invalid UUID' }]);
	const check = monitor.checks.find(({ id }) => id === innerId);
	if (!check) throw failure(404, 'Check not found');
	return check;
}

const getCheck = endpoint(
	'GET /v2/monitor/:id/checks/:innerId',
	'crawlStatus',
	(request, state) => {
		const { url } = request;
		const monitor = monitorOf(request, state);
		const check = checkOf(request, monitor);
		const limit = numberIn(url, 'limit', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
		const skip = numberIn(url, 'skip', 0);
		const status = url.searchParams.get('status');
		if (status !== null && !pageStatuses.some((known) => known === status)) {
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
);

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
