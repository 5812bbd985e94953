import { randomUUID } from 'node:crypto';
import { AnswerError } from '../answer';
import { mapSite } from '../map/mapSite';
import type { MonitorBody, TargetBody } from '../schemas/monitor';
import { gitDiff } from '../scrape/lineDiff';
import { runScrape } from '../scrape/runScrape';
import { runSearch } from '../search/runSearch';
import type { ServiceState } from '../state';
import { nextRunOf, type Schedule } from './monitorSchedule';

export const pageStatuses = ['same', 'changed', 'new', 'removed', 'error'] as const;

const CRAWL_LIMIT = 100;

type CheckPage = ReturnType<typeof newPage>;
export type Check = ReturnType<typeof newCheck>;
export type Monitor = ReturnType<typeof newMonitor>;
export type Target = TargetBody & { id: string };

export function newMonitor(
	team: string,
	body: MonitorBody,
	parts: { schedule: Schedule; targets: Target[] },
	now: number,
) {
	return {
		id: randomUUID(),
		team,
		body,
		status: 'active' as 'active' | 'paused' | 'deleted',
		...parts,
		nextRunAt: null as number | null,
		lastRunAt: null as number | null,
		currentCheckId: null as string | null,
		checks: new Array<Check>(),
		/** Page content at the last visit, by target ID and URL. */
		seen: new Map<string, { markdown: string; scrapeId: string | null }>(),
		createdAt: now,
		updatedAt: now,
	};
}

function newCheck(monitorId: string, trigger: 'scheduled' | 'manual', now: number) {
	return {
		id: randomUUID(),
		monitorId,
		status: 'queued',
		trigger,
		pages: new Array<CheckPage>(),
		error: null as string | null,
		createdAt: now,
		startedAt: null as number | null,
		finishedAt: null as number | null,
		actualCredits: null as number | null,
		notificationStatus: null as object | null,
	};
}

export const isJudged = ({ body }: Monitor): boolean => body.judgeEnabled ?? Boolean(body.goal);

export function summaryOf(pages: readonly CheckPage[]): Record<string, number> {
	const counts = pageStatuses.map((status) => [
		status,
		pages.filter((page) => page.status === status).length,
	]);
	return { totalPages: pages.length, ...(Object.fromEntries(counts) as Record<string, number>) };
}

export async function followSchedule(monitor: Monitor, state: ServiceState): Promise<void> {
	const { schedule } = monitor;
	const isCurrent = (): boolean => monitor.status === 'active' && monitor.schedule === schedule;
	while (isCurrent()) {
		const now = state.clock.now();
		monitor.nextRunAt = nextRunOf(schedule, now);
		await state.clock.wait(monitor.nextRunAt - now);
		if (isCurrent()) startCheck(monitor, 'scheduled', state);
	}
}

export function startCheck(
	monitor: Monitor,
	trigger: Check['trigger'],
	state: ServiceState,
): Check {
	const check = newCheck(monitor.id, trigger, state.clock.now());
	monitor.checks.push(check);
	const overlaps = monitor.currentCheckId !== null;
	if (overlaps || state.account.remainingCredits() <= 0) {
		const status = overlaps ? 'skipped_overlap' : 'skipped_no_credits';
		return Object.assign(check, { status, finishedAt: check.createdAt });
	}
	monitor.currentCheckId = check.id;
	monitor.lastRunAt = check.createdAt;
	void run(monitor, check, state);
	return check;
}

async function run(monitor: Monitor, check: Check, state: ServiceState): Promise<void> {
	const { clock, account, settings } = state;
	const before = account.charged();
	check.startedAt = clock.now();
	check.status = 'running';
	await clock.wait(settings.monitorCheckMs);
	try {
		for (const target of monitor.targets) {
			const pages = await checkTarget(monitor, target, state);
			check.pages.push(...pages);
			for (const page of pages) await notifyPage(monitor, check, page, state);
		}
		check.status = check.pages.some((page) => page.status === 'error') ? 'partial' : 'completed';
	} catch (error) {
		check.status = 'failed';
		check.error = String(error);
	}
	check.actualCredits = account.charged() - before;
	check.finishedAt = clock.now();
	monitor.currentCheckId = null;
	await notifyEnd(monitor, check, state);
}

async function checkTarget(
	monitor: Monitor,
	target: Target,
	state: ServiceState,
): Promise<CheckPage[]> {
	if (target.type === 'search') return await searchPages(monitor, target, state);
	const urls = target.type === 'scrape' ? (target.urls ?? []) : await mappedUrls(target, state);
	const pages: CheckPage[] = [];
	for (const url of urls) {
		try {
			pages.push(await visit(monitor, target, url, state));
		} catch (error) {
			if (!(error instanceof AnswerError)) throw error;
			const body = JSON.parse(error.answer.body.toString()) as { error: string };
			pages.push(newPage(target, url, { status: 'error', error: body.error }));
		}
	}
	return [...pages, ...removedPages(monitor, target, urls)];
}

async function mappedUrls(target: Target, state: ServiceState): Promise<string[]> {
	const { url = '', crawlOptions = {} } = target;
	const { limit = CRAWL_LIMIT, includePaths = ['^'], excludePaths = [] } = crawlOptions;
	const { links } = await mapSite({ url }, state);
	const matches = (patterns: string[], each: string): boolean =>
		patterns.some((pattern) => new RegExp(pattern).test(new URL(each).pathname));
	return links
		.map((link) => link.url)
		.filter((each) => matches(includePaths, each) && !matches(excludePaths, each))
		.slice(0, limit);
}

const keyOf = ({ id }: Target, url: string): string => `${id} ${url}`;

interface PageFacts {
	status: (typeof pageStatuses)[number];
	previousScrapeId?: string | null;
	currentScrapeId?: string;
	statusCode?: number;
	error?: string;
	metadata?: object;
	judgment?: ReturnType<typeof judgmentOf> | null;
	diff?: object;
}

function newPage({ id: targetId }: Target, url: string, facts: PageFacts) {
	const {
		previousScrapeId = null,
		currentScrapeId = null,
		statusCode = null,
		error = null,
	} = facts;
	const { status, metadata = null, judgment = null, diff = null } = facts;
	const scrapes = { previousScrapeId, currentScrapeId, statusCode, error };
	return { id: randomUUID(), targetId, url, status, ...scrapes, metadata, judgment, diff };
}

async function visit(
	monitor: Monitor,
	target: Target,
	url: string,
	state: ServiceState,
): Promise<CheckPage> {
	const before = monitor.seen.get(keyOf(target, url));
	const document = await runScrape({ maxAge: 0, ...target.scrapeOptions, url }, state);
	const { scrapeId, statusCode } = document.metadata as { scrapeId: string; statusCode: number };
	const markdown = String(document.markdown ?? '');
	monitor.seen.set(keyOf(target, url), { markdown, scrapeId });
	const previousScrapeId = before?.scrapeId ?? null;
	const facts = { previousScrapeId, currentScrapeId: scrapeId, statusCode };
	if (before === undefined) return newPage(target, url, { ...facts, status: 'new' });
	if (before.markdown === markdown) return newPage(target, url, { ...facts, status: 'same' });
	const diff = { text: gitDiff(before.markdown, markdown), json: { files: [] } };
	if (isJudged(monitor)) state.account.charge(1);
	const judgment = isJudged(monitor) ? judgmentOf(before.markdown, markdown) : null;
	return newPage(target, url, { ...facts, status: 'changed', diff, judgment });
}

const judgmentOf = (before: string, after: string) => ({
	meaningful: true,
	confidence: 'high',
	reason: 'The text of the page has changed.',
	meaningfulChanges: [{ type: 'changed', before, after, reason: 'The text has changed.' }],
});

function removedPages(monitor: Monitor, target: Target, urls: readonly string[]): CheckPage[] {
	const keys = new Set(urls.map((url) => keyOf(target, url)));
	const gone = [...monitor.seen].filter(
		([key]) => key.startsWith(`${target.id} `) && !keys.has(key),
	);
	return gone.map(([key, { scrapeId }]) => {
		monitor.seen.delete(key);
		const url = key.slice(target.id.length + 1);
		return newPage(target, url, { status: 'removed', previousScrapeId: scrapeId });
	});
}

async function searchPages(
	monitor: Monitor,
	target: Target,
	state: ServiceState,
): Promise<CheckPage[]> {
	const { queries = [], maxResults = 10 } = target;
	const outcomes = await Promise.all(queries.map((query) => runSearch({ query }, state)));
	const results = outcomes.flatMap(({ data }) => data.web ?? []).slice(0, maxResults);
	state.account.charge(2 * queries.length);
	return results.map(({ url }) => {
		const isKnown = monitor.seen.has(keyOf(target, url));
		monitor.seen.set(keyOf(target, url), { markdown: '', scrapeId: null });
		const metadata = { searchStatus: isKnown ? 'already_seen' : 'alert' };
		return newPage(target, url, { status: isKnown ? 'same' : 'new', metadata });
	});
}

async function notifyPage(
	monitor: Monitor,
	{ id: checkId }: Check,
	page: CheckPage,
	state: ServiceState,
): Promise<void> {
	const { id, targetId, statusCode, metadata, ...shown } = page;
	if (page.status === 'removed') return;
	const isMeaningful = page.judgment?.meaningful ?? null;
	const data = { monitorId: monitor.id, checkId, ...shown, isMeaningful };
	await notify(monitor, 'monitor.page', page.status !== 'error', data, state);
}

async function notifyEnd(monitor: Monitor, check: Check, state: ServiceState): Promise<void> {
	const { id: checkId, status, pages } = check;
	const data = { monitorId: monitor.id, checkId, status, summary: summaryOf(pages) };
	const isOk = status === 'completed';
	if (!(await notify(monitor, 'monitor.check.completed', isOk, data, state))) return;
	const { delivered = false, attempts = [] } = state.webhooks.deliveries.at(-1) ?? {};
	const statusCode = attempts[0]?.status ?? undefined;
	const webhook = { attempted: true, success: delivered, delivered, queued: false, statusCode };
	check.notificationStatus = { webhook };
}

/** Returns whether the monitor has a webhook for the event. */
async function notify(
	{ body: { webhook } }: Monitor,
	type: string,
	success: boolean,
	data: { checkId: string },
	{ webhooks, settings }: ServiceState,
): Promise<boolean> {
	if (!webhook || webhook.events?.includes(type) === false) return false;
	const event = { success, type, id: data.checkId, data: [data] };
	await webhooks.send(webhook, event, settings.webhookSecret);
	return true;
}
