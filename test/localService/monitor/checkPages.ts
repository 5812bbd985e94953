import { randomUUID } from 'node:crypto';
import { AnswerError } from '../answer';
import { mapSite } from '../map/mapSite';
import { gitDiff } from '../scrape/lineDiff';
import { runScrape } from '../scrape/runScrape';
import { runSearch } from '../search/runSearch';
import type { ServiceState } from '../state';
import type { CheckPage, Monitor, Target } from './monitorStore';

const CRAWL_LIMIT = 100;

const keyOf = ({ id }: Target, url: string): string => `${id} ${url}`;

async function urlsOf(target: Target, state: ServiceState): Promise<string[]> {
	const { type, urls = [], url = '', crawlOptions = {} } = target;
	if (type === 'scrape') return urls;
	const { limit = CRAWL_LIMIT, includePaths = [], excludePaths = [] } = crawlOptions;
	const { links } = await mapSite({ url }, state);
	const matches = (patterns: string[], each: string): boolean =>
		patterns.some((pattern) => new RegExp(pattern).test(new URL(each).pathname));
	return links
		.map((link) => link.url)
		.filter((each) => includePaths.length === 0 || matches(includePaths, each))
		.filter((each) => !matches(excludePaths, each))
		.slice(0, limit);
}

const judgmentOf = (before: string, after: string) => ({
	meaningful: true,
	confidence: 'high',
	reason: 'The text of the page has changed.',
	meaningfulChanges: [{ type: 'changed', before, after, reason: 'The text has changed.' }],
});

const newPage = (
	target: Target,
	url: string,
	fields: Pick<CheckPage, 'status'> & Record<string, unknown>,
): CheckPage => ({
	id: randomUUID(),
	targetId: target.id,
	url,
	previousScrapeId: null,
	currentScrapeId: null,
	statusCode: null,
	error: null,
	metadata: null,
	judgment: null,
	diff: null,
	...fields,
});

async function visit(
	monitor: Monitor,
	target: Target,
	url: string,
	state: ServiceState,
): Promise<CheckPage> {
	const before = monitor.seen.get(keyOf(target, url));
	const scrapeOptions = { maxAge: 0, ...target.scrapeOptions };
	const document = await runScrape({ ...scrapeOptions, url }, state);
	const metadata = document.metadata as { scrapeId: string; statusCode: number };
	const markdown = String(document.markdown ?? '');
	monitor.seen.set(keyOf(target, url), { markdown, scrapeId: metadata.scrapeId });
	const isChanged = before !== undefined && before.markdown !== markdown;
	const status = before === undefined ? 'new' : isChanged ? 'changed' : 'same';
	const isJudged = isChanged && (monitor.body.judgeEnabled ?? Boolean(monitor.body.goal));
	if (isJudged) state.account.charge(1);
	return newPage(target, url, {
		status,
		previousScrapeId: before?.scrapeId ?? null,
		currentScrapeId: metadata.scrapeId,
		statusCode: metadata.statusCode,
		...(isChanged && {
			diff: { text: gitDiff(before.markdown, markdown), json: { files: [] } },
		}),
		...(isJudged && { judgment: judgmentOf(before.markdown, markdown) }),
	});
}

function errorPage(target: Target, url: string, error: unknown): CheckPage {
	if (!(error instanceof AnswerError)) throw error;
	const { error: text } = JSON.parse(error.answer.body.toString()) as { error: string };
	return newPage(target, url, { status: 'error', error: text });
}

function removedPages(monitor: Monitor, target: Target, urls: readonly string[]): CheckPage[] {
	const keys = new Set(urls.map((url) => keyOf(target, url)));
	const gone = [...monitor.seen.keys()].filter(
		(key) => key.startsWith(`${target.id} `) && !keys.has(key),
	);
	return gone.map((key) => {
		const previous = monitor.seen.get(key);
		monitor.seen.delete(key);
		const url = key.slice(target.id.length + 1);
		return newPage(target, url, {
			status: 'removed',
			previousScrapeId: previous?.scrapeId ?? null,
		});
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
		return newPage(target, url, {
			status: isKnown ? 'same' : 'new',
			metadata: { searchStatus: isKnown ? 'already_seen' : 'alert' },
		});
	});
}

export async function checkTarget(
	monitor: Monitor,
	target: Target,
	state: ServiceState,
): Promise<CheckPage[]> {
	if (target.type === 'search') return await searchPages(monitor, target, state);
	const urls = await urlsOf(target, state);
	const pages: CheckPage[] = [];
	for (const url of urls) {
		pages.push(
			await visit(monitor, target, url, state).catch((error: unknown) =>
				errorPage(target, url, error),
			),
		);
	}
	return [...pages, ...removedPages(monitor, target, urls)];
}
