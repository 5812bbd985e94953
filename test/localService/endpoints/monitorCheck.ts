import { Cron } from 'croner';
import { randomUUID } from 'node:crypto';
import { AnswerError, failure, badRequest } from '../answer';
import { customIssue } from '../schemas/check';
import type { ServiceState } from '../state';
import { gitDiff } from '../web/formats';
import { runScrape } from '../web/scrape';
import { sendTo } from '../webhooks';
import type { MonitorBody, TargetBody } from './monitor';

export const pageStatuses = ['same', 'changed', 'new', 'removed', 'error'] as const;

export type Target = TargetBody & { id: string };
export interface Schedule {
	cron: string;
	timezone: string;
}

export type Monitor = ReturnType<typeof newMonitor>;
export type Check = ReturnType<typeof newCheck>;

const MIN_INTERVAL_MS = 5 * 60_000;
const MONTH_MS = 30 * 86_400_000;

const UNSUPPORTED =
	"Unsupported schedule text. Try phrases like 'every 30 minutes', 'hourly', or 'daily at 9:00'";

/** The service converts texts to cron expressions. */
const phrases: [text: RegExp, cron: (number: string, minute?: string) => string][] = [
	[/^every (\d+) minutes?$/, (minutes) => `0-59/${minutes} * * * *`],
	[/^every (\d+) hours?$/, (hours) => `0 */${hours} * * *`],
	[/^hourly|every hour$/, () => '0 * * * *'],
	[/^daily at (\d+):?(\d+)?$/, (hour, minute = '0') => `${Number(minute)} ${hour} * * *`],
	[/^daily|every day$/, () => '0 0 * * *'],
	[/^weekly|every week$/, () => '0 0 * * 1'],
];

function cronOf({ cron, text = '' }: MonitorBody['schedule']): string {
	if (cron !== undefined) return cron;
	for (const [pattern, convert] of phrases) {
		const [match, number = '', minute] = pattern.exec(text.trim().toLowerCase()) ?? [];
		if (match !== undefined) return convert(number, minute);
	}
	throw badRequest([customIssue(['schedule', 'text'], UNSUPPORTED)]);
}

function runsFrom(now: number, { cron, timezone }: Schedule, count: number): number[] {
	if (cron.trim().split(/\s+/).length !== 5) {
		throw failure(400, 'Cron expression must contain five fields');
	}
	try {
		const runs = new Cron(cron, { timezone, paused: true }).nextRuns(count, new Date(now));
		return runs.map((run) => run.getTime());
	} catch {
		throw failure(400, 'Invalid cron field');
	}
}

export function scheduleOf(body: MonitorBody['schedule'], now: number): Schedule {
	const schedule = { cron: cronOf(body), timezone: body.timezone ?? 'UTC' };
	if (intervalOf(schedule, now) >= MIN_INTERVAL_MS) return schedule;
	throw failure(400, 'Monitor schedule must not run more often than every 5 minutes');
}

function intervalOf(schedule: Schedule, now: number): number {
	const [first = now, second = Infinity] = runsFrom(now, schedule, 2);
	return second - first;
}

const isoTime = (time: number): string => new Date(time).toISOString();

/** Upper bound of the credits for a check: 1 per page, and 2 per 10 search results. */
function creditsOf({ type, urls = [], maxResults = 10, crawlOptions }: TargetBody): number {
	if (type === 'crawl') return crawlOptions?.limit ?? 10_000;
	return type === 'search' ? 2 * Math.ceil(maxResults / 10) : urls.length;
}

/** `shown` is the monitor as in a response. */
export function newMonitor(
	team: string,
	{ name, webhook, notification, retentionDays, goal, judgeEnabled }: MonitorBody,
	{ schedule, targets }: { schedule: Schedule; targets: Target[] },
	now: number,
) {
	const credits = targets.map(creditsOf).reduce((sum, each) => sum + each, 0);
	return {
		team,
		shown: {
			id: randomUUID() as string,
			name,
			status: 'active' as 'active' | 'paused' | 'deleted',
			schedule,
			nextRunAt: null as string | null,
			currentCheckId: null as string | null,
			targets,
			webhook: webhook ?? null,
			notification: notification ?? {},
			retentionDays: retentionDays ?? 30,
			estimatedCreditsPerMonth: credits * Math.ceil(MONTH_MS / intervalOf(schedule, now)),
			goal: goal ?? null,
			judgeEnabled: judgeEnabled ?? Boolean(goal),
			createdAt: isoTime(now),
			updatedAt: isoTime(now),
		},
		checks: new Array<Check>(),
		/** Markdown at the last visit, by target ID and URL. */
		seen: new Map<string, string>(),
	};
}

function newCheck(monitorId: string, trigger: 'scheduled' | 'manual', now: number) {
	return {
		pages: new Array<CheckPage>(),
		shown: {
			id: randomUUID() as string,
			monitorId,
			status: 'queued',
			trigger,
			startedAt: null as string | null,
			finishedAt: null as string | null,
			actualCredits: null as number | null,
			summary: summaryOf([]),
			createdAt: isoTime(now),
		},
	};
}

function summaryOf(pages: readonly CheckPage[]): Record<string, number> {
	const summary: Record<string, number> = { totalPages: pages.length };
	for (const status of pageStatuses) {
		summary[status] = pages.filter((page) => page.status === status).length;
	}
	return summary;
}

export async function followSchedule(monitor: Monitor, state: ServiceState): Promise<void> {
	const { clock } = state;
	const { shown } = monitor;
	const { schedule } = shown;
	const isCurrent = (): boolean => shown.status === 'active' && shown.schedule === schedule;
	while (isCurrent()) {
		const now = clock.now();
		const [next = Infinity] = runsFrom(now, schedule, 1);
		shown.nextRunAt = isoTime(next);
		await clock.wait(next - now);
		if (isCurrent()) startCheck(monitor, 'scheduled', state);
	}
}

export function startCheck(
	monitor: Monitor,
	trigger: 'scheduled' | 'manual',
	state: ServiceState,
): Check {
	const { shown } = monitor;
	const check = newCheck(shown.id, trigger, state.clock.now());
	monitor.checks.push(check);
	if (shown.currentCheckId !== null) {
		Object.assign(check.shown, { status: 'skipped_overlap', finishedAt: check.shown.createdAt });
		return check;
	}
	shown.currentCheckId = check.shown.id;
	void run(monitor, check, state);
	return check;
}

async function run(monitor: Monitor, check: Check, state: ServiceState): Promise<void> {
	const { clock, account, settings } = state;
	const before = account.charged;
	Object.assign(check.shown, { startedAt: isoTime(clock.now()), status: 'running' });
	await clock.wait(settings.monitorCheckMs);
	for (const target of monitor.shown.targets) {
		// The local service does not crawl or search for a monitor. It only visits the first page of a crawl.
		for (const url of [target.urls ?? [], target.url ?? []].flat()) {
			const page = await visit(monitor, target, url, state);
			check.pages.push(page);
			await notifyPage(monitor, check, page, state);
		}
	}
	const summary = summaryOf(check.pages);
	Object.assign(check.shown, {
		status: summary.error ? 'partial' : 'completed',
		actualCredits: account.charged - before,
		finishedAt: isoTime(clock.now()),
		summary,
	});
	monitor.shown.currentCheckId = null;
	const { id: checkId, status } = check.shown;
	const data = { monitorId: monitor.shown.id, checkId, status, summary };
	await notify(monitor, 'monitor.check.completed', !summary.error, data, state);
}

interface CheckPage extends Record<string, unknown> {
	status: string;
	judgment: object | null;
}

const emptyPage = { statusCode: null, error: null, judgment: null, diff: null };

async function visit(
	{ seen, shown: { judgeEnabled } }: Monitor,
	{ id: targetId, scrapeOptions }: Target,
	url: string,
	state: ServiceState,
): Promise<CheckPage> {
	const page = { ...emptyPage, id: randomUUID(), targetId, url };
	try {
		const document = await runScrape({ maxAge: 0, ...scrapeOptions, url }, state);
		const { scrapeId, statusCode } = document.metadata as Record<string, unknown>;
		const markdown = String(document.markdown ?? '');
		const key = `${targetId} ${url}`;
		const before = seen.get(key);
		seen.set(key, markdown);
		const visited = { ...page, currentScrapeId: scrapeId, statusCode };
		if (before === undefined) return { ...visited, status: 'new' };
		if (before === markdown) return { ...visited, status: 'same' };
		const reason = 'The text of the page has changed.';
		const judged = { meaningful: true, confidence: 'high', reason, meaningfulChanges: [] };
		const diff = { text: gitDiff(before, markdown), json: { files: [] } };
		return { ...visited, status: 'changed', judgment: judgeEnabled ? judged : null, diff };
	} catch (error) {
		if (!(error instanceof AnswerError)) throw error;
		return { ...page, status: 'error', error: error.body.error };
	}
}

async function notifyPage(
	monitor: Monitor,
	{ shown: { id: checkId, monitorId } }: Check,
	page: CheckPage,
	state: ServiceState,
): Promise<void> {
	const { id, targetId, statusCode, ...shown } = page;
	const isMeaningful = page.judgment === null ? null : true;
	const data = { monitorId, checkId, ...shown, isMeaningful };
	await notify(monitor, 'monitor.page', page.status !== 'error', data, state);
}

async function notify(
	{ shown: { webhook } }: Monitor,
	type: string,
	success: boolean,
	data: { checkId: string },
	state: ServiceState,
): Promise<void> {
	const event = { success, type, id: data.checkId, data: [data] };
	await sendTo(webhook ?? undefined, type, event, state);
}
