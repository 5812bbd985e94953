import { randomUUID } from 'node:crypto';
import { badRequest, failure, refuse, rowFailure } from '../answer';
import { compileCheck } from '../schemas/check';
import * as parts from '../schemas/parts';
import type { ServiceState } from '../state';
import { webhookFor, type Webhook } from '../webhooks';
import { isUuid, type ApiRequest, endpoint } from './endpoint';
import {
	followSchedule,
	newMonitor,
	pageStatuses,
	scheduleOf,
	startCheck,
	type Monitor,
	type Target,
} from './monitorCheck';

const { closedObject, flag, integer, list, oneOfWords, openObject, text, textOf, typed, uuid } =
	parts;

export interface TargetBody {
	id?: string;
	type: 'scrape' | 'crawl' | 'search';
	urls?: string[];
	url?: string;
	queries?: string[];
	maxResults?: number;
	crawlOptions?: { limit?: number };
	scrapeOptions?: Record<string, unknown>;
}

export interface MonitorBody {
	name: string;
	schedule: { cron?: string; text?: string; timezone?: string };
	targets: TargetBody[];
	goal?: string | null;
	judgeEnabled?: boolean;
	webhook?: Webhook;
	notification?: Record<string, unknown>;
	retentionDays?: number;
	status?: 'active' | 'paused';
}

const domains = list(text, { maxItems: 50 });
const pageFields = { scrapeOptions: openObject, id: uuid };

const target = parts.taggedUnion([
	typed('scrape', { urls: list(text, { minItems: 1 }), ...pageFields }, ['urls']),
	typed('crawl', { url: text, crawlOptions: openObject, ...pageFields }, ['url']),
	typed(
		'search',
		{
			queries: list(textOf(1, 256), { minItems: 1, maxItems: 12 }),
			searchWindow: oneOfWords('5m', '15m', '1h', '6h', '24h', '7d'),
			maxResults: integer(1, 50),
			includeDomains: domains,
			excludeDomains: domains,
			id: uuid,
		},
		['queries'],
	),
]);

const email = { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}$' };

const properties = {
	name: textOf(1, 256),
	schedule: closedObject({ cron: textOf(1, 128), text: textOf(1, 128), timezone: text }),
	targets: list(target, { minItems: 1, maxItems: 50 }),
	goal: { type: ['string', 'null'], maxLength: 2000 },
	judgeEnabled: flag,
	webhook: webhookFor(['monitor.page', 'monitor.check.completed']),
	notification: closedObject({
		email: closedObject({
			enabled: flag,
			recipients: list(email, { maxItems: 25 }),
			includeDiffs: flag,
		}),
		slack: closedObject({ enabled: flag, channelId: textOf(1, 64), channelName: textOf(1, 128) }),
	}),
	retentionDays: integer(1, 365),
	origin: text,
};

export const checkNewMonitor = compileCheck(
	closedObject(properties, ['name', 'schedule', 'targets']),
);

export const checkMonitorChange = compileCheck(
	closedObject({ ...properties, status: oneOfWords('active', 'paused') }),
);

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;

/** The service stores every format as an object and adds the Markdown format if it is missing. */
function storedOptions({ formats, ...options }: Record<string, unknown>): Record<string, unknown> {
	if (!Array.isArray(formats)) return options;
	const asObjects = formats.map((format: unknown) =>
		typeof format === 'string' ? { type: format } : (format as { type: string }),
	);
	const hasMarkdown = asObjects.some(({ type }) => type === 'markdown');
	return { ...options, formats: hasMarkdown ? asObjects : [...asObjects, { type: 'markdown' }] };
}

const toTarget = ({ scrapeOptions, ...target }: TargetBody): Target => ({
	...target,
	...(scrapeOptions && { scrapeOptions: storedOptions(scrapeOptions) }),
	id: target.id ?? randomUUID(),
});

function monitorOf({ id, team }: ApiRequest, { monitors }: ServiceState): Monitor {
	if (!isUuid(id)) throw badRequest([{ path: ['monitorId'], message: 'Invalid UUID' }]);
	const monitor = monitors.find(({ shown, team: owner }) => shown.id === id && owner === team);
	if (!monitor) throw failure(404, 'Monitor not found');
	return monitor;
}

function numberIn(url: URL, name: string, initial: number, max = Infinity): number {
	const value = Number(url.searchParams.get(name) ?? initial);
	if (value <= max) return value;
	throw badRequest([{ path: [name], message: `Too big: expected number to be <=${max}` }]);
}

const create = endpoint('POST /v2/monitor', ({ body: raw, team }, state) => {
	refuse(checkNewMonitor(raw));
	if (state.account.remaining <= 0) throw rowFailure('paymentRequired');
	const body = raw as MonitorBody;
	const now = state.clock.now();
	const schedule = scheduleOf(body.schedule, now);
	const monitor = newMonitor(team, body, { schedule, targets: body.targets.map(toTarget) }, now);
	state.monitors.push(monitor);
	void followSchedule(monitor, state);
	return { data: monitor.shown };
});

const getAll = endpoint('GET /v2/monitor', ({ url, team }, { monitors }) => {
	const own = monitors.filter((monitor) => monitor.team === team).map(({ shown }) => shown);
	return { data: pageOf(own, url, MAX_PAGE_SIZE) };
});

/** Returns the part of a list that `limit` and `offset` select. */
function pageOf<Entry>(all: readonly Entry[], url: URL, maxLimit?: number): Entry[] {
	const offset = numberIn(url, 'offset', 0);
	return all.slice(offset, offset + numberIn(url, 'limit', DEFAULT_PAGE_SIZE, maxLimit));
}

const get = endpoint('GET /v2/monitor/:id', (request, state) => ({
	data: monitorOf(request, state).shown,
}));

const update = endpoint('PATCH /v2/monitor/:id', (request, state) => {
	const monitor = monitorOf(request, state);
	const body = (request.body ?? {}) as Partial<MonitorBody>;
	refuse(checkMonitorChange(body));
	const { schedule, targets, ...change } = body;
	if (Object.keys(body).length === 0) {
		throw failure(400, 'Update body cannot be empty');
	}
	const now = state.clock.now();
	const { shown } = monitor;
	const wasPaused = shown.status === 'paused';
	Object.assign(shown, change, { updatedAt: new Date(now).toISOString() });
	if (schedule) shown.schedule = scheduleOf(schedule, now);
	if (targets) shown.targets = targets.map(toTarget);
	if (shown.status === 'paused') shown.nextRunAt = null;
	else if (wasPaused || schedule) void followSchedule(monitor, state);
	return { data: shown };
});

const remove = endpoint('DELETE /v2/monitor/:id', (request, state) => {
	const monitor = monitorOf(request, state);
	monitor.shown.status = 'deleted';
	state.monitors.splice(state.monitors.indexOf(monitor), 1);
	return {};
});

const run = endpoint('POST /v2/monitor/:id/run', (request, state) => {
	const monitor = monitorOf(request, state);
	const { status, currentCheckId: checkId } = monitor.shown;
	if (status === 'paused') throw failure(409, 'Monitor is paused');
	if (checkId !== null) throw failure(409, 'A monitor check is already running', { checkId });
	const { shown } = startCheck(monitor, 'manual', state);
	return { id: shown.id, data: { ...shown, status: 'queued' } };
});

const getChecks = endpoint('GET /v2/monitor/:id/checks', (request, state) => {
	const status = request.url.searchParams.get('status');
	const newestFirst = monitorOf(request, state)
		.checks.map(({ shown }) => shown)
		.filter((check) => status === null || check.status === status)
		.reverse();
	return { data: pageOf(newestFirst, request.url) };
});

const getCheck = endpoint('GET /v2/monitor/:id/checks/:innerId', (request, state) => {
	const { url, innerId } = request;
	const monitor = monitorOf(request, state);
	if (!isUuid(innerId)) throw badRequest([{ path: ['checkId'], message: 'Invalid UUID' }]);
	const check = monitor.checks.find(({ shown }) => shown.id === innerId);
	if (!check) throw failure(404, 'Check not found');
	const limit = numberIn(url, 'limit', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
	const end = numberIn(url, 'skip', 0) + limit;
	const status = url.searchParams.get('status');
	if (status !== null && !pageStatuses.some((known) => known === status)) {
		throw badRequest([{ path: ['status'], message: 'Invalid option' }]);
	}
	const pages = check.pages.filter((page) => status === null || page.status === status);
	const following = new URL(url);
	following.searchParams.set('skip', String(end));
	const next = end < pages.length ? { next: following.href } : {};
	const data = { ...check.shown, pages: pages.slice(end - limit, end), ...next };
	return { ...next, data };
});

export const monitorEndpoints = [create, getAll, get, update, remove, run, getChecks, getCheck];
