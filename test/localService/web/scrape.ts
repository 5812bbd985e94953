// Scrapes a page: the cache, the formats, the results of actions, and the price.
import { randomUUID } from 'node:crypto';
import { badRequest, failure, rowFailure } from '../answer';
import { toolsFor } from '../endpoints/catalogTools';
import { wantedFormats, type ScrapeBody, type ScrapeOptions } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { fetchPage, type FetchedPage } from './fetchPage';
import { linkTo } from './files';
import { fieldsOf } from './formats';
import { readContent, type PageContent } from './readContent';

export type Document = Record<string, unknown>;

export interface RememberedScrape {
	url: string;
	title: string;
	markdown: string;
	html: string;
}

export const newScrapeMemory = () => ({
	cache: new Map<string, FetchedPage>(),
	scrapes: new Map<string, RememberedScrape & { document: Document }>(),
	/** Sessions of `POST /v2/scrape/{scrapeId}/interact`, by scrape ID. */
	sessions: new Map<string, { id: string; startedAt: number; usedPrompt: boolean }>(),
	/** Earlier versions of pages, for the changeTracking format. */
	earlierTexts: new Map<string, { markdown: string; at: number }>(),
});

/** Reads a page and charges for it. Throws the error response of the service if the scrape fails. */
export async function runScrape(body: ScrapeBody, state: ServiceState): Promise<Document> {
	const { document } = await scrapePage(body, state);
	state.account.charge(creditsOf(document));
	return document;
}

export function creditsOf({ metadata }: Document): number {
	return Number((metadata as Document | undefined)?.creditsUsed ?? 0);
}

export interface ScrapedPage {
	document: Document;
	url: string;
	html: string;
}

/** Reads a page without charging for it. */
export function scrapePage(body: ScrapeBody, state: ServiceState): Promise<ScrapedPage> {
	return state.clock.trackWork(() => readPage(body, state));
}

async function readPage(body: ScrapeBody, state: ServiceState): Promise<ScrapedPage> {
	const cached = fromCache(body, state);
	const page = cached ?? (await loadPage(body, state));
	const content = readContent(page, body);
	const { url } = page;
	const html = content.rawHtml ?? '';
	const scrapeId = randomUUID();
	const cacheFacts = cached
		? { cacheState: 'hit', cachedAt: new Date(cached.fetchedAt).toISOString() }
		: { cacheState: 'miss' };
	const document = {
		...contentFields(body, page, content, state),
		...(body.actions && { actions: actionResults(body.actions, { url, html }, state) }),
		...(body.domainTools && { tools: toolsFor(url) }),
		metadata: {
			...content.metadata,
			...pageFacts(body.url, page),
			...cacheFacts,
			scrapeId,
			creditsUsed: creditsFor(body, content.parsedPages),
		},
	};
	if (!keepsNothing(body)) {
		const { markdown, metadata } = content;
		const title = String(metadata.title ?? '');
		state.memory.scrapes.set(scrapeId, { url, title, markdown, html, document });
	}
	return { document, url, html };
}

const DEFAULT_MAX_AGE_MS = 172_800_000;

/** A page with actions or headers can be personal. */
const isPersonal = ({ actions, headers }: ScrapeBody): boolean =>
	actions !== undefined || headers !== undefined;

const isCacheOnly = ({ lockdown, minAge }: ScrapeBody): boolean =>
	lockdown === true || minAge !== undefined;

function fromCache(body: ScrapeBody, { memory, clock }: ServiceState): FetchedPage | undefined {
	const { minAge = 0, maxAge = isCacheOnly(body) ? Infinity : DEFAULT_MAX_AGE_MS } = body;
	const isTracked = wantedFormats(body).some(({ type }) => type === 'changeTracking');
	if (!isCacheOnly(body) && (isPersonal(body) || isTracked)) return undefined;
	const page = memory.cache.get(body.url);
	const ageMs = clock.now() - (page?.fetchedAt ?? 0);
	// If `minAge` is 1, a copy of any age is accepted.
	return ageMs < maxAge && (minAge <= 1 || ageMs >= minAge) ? page : undefined;
}

async function loadPage(body: ScrapeBody, state: ServiceState): Promise<FetchedPage> {
	if (body.lockdown) {
		state.account.charge(LOCKDOWN_MISS_CREDITS);
		throw rowFailure('lockdownCacheMiss');
	}
	if (isCacheOnly(body)) throw rowFailure('noCachedData');
	const page = await fetchPage(body, state);
	const isStored = body.storeInCache !== false && !isPersonal(body) && !keepsNothing(body);
	if (isStored && page.status < 400) state.memory.cache.set(body.url, page);
	return page;
}

/** Returns the requested formats of a page, and the pages and blocks of a PDF. */
export function contentFields(
	body: ScrapeBody,
	page: FetchedPage,
	content: PageContent,
	state: ServiceState,
): Document {
	const source = { requestedUrl: body.url, page, content, state };
	return { ...fieldsOf(source, wantedFormats(body)), ...content.parts };
}

export function pageFacts(sourceURL: string, page: FetchedPage): Document {
	const { url, status: statusCode, statusText, contentType } = page;
	return {
		...{ sourceURL, url, statusCode, contentType },
		...(statusCode >= 400 && { error: statusText }),
		...{ proxyUsed: 'basic', concurrencyLimited: false },
	};
}

export function checkScrapePermissions(body: ScrapeBody, state: ServiceState): void {
	refuseRetention(body, state);
	if (body.domainTools && (!state.settings.catalogEnabled || keepsNothing(body))) {
		throw rowFailure('catalogNotEnabled');
	}
	if (body.onlyCleanContent && keepsNothing(body)) {
		const message = 'is not supported with zero data retention';
		throw badRequest([{ path: ['onlyCleanContent'], message }]);
	}
	// The cost is unknown before the scrape.
	if (state.account.remaining <= 0) throw rowFailure('insufficientCreditsScrape');
}

export function refuseRetention(
	{ zeroDataRetention }: ScrapeOptions,
	{ settings }: ServiceState,
): void {
	if (!zeroDataRetention || settings.zeroDataRetention) return;
	throw failure(403, 'Zero Data Retention (ZDR) is not enabled for your team.');
}

// Specification: "Lockdown requests count as zero data retention."
function keepsNothing(body: ScrapeBody): boolean {
	return Boolean(body.zeroDataRetention || body.lockdown);
}

// The specification states the prices of PDF pages and lockdown requests. The other prices were published by the
// service.
const LOCKDOWN_HIT_CREDITS = 5;
const LOCKDOWN_MISS_CREDITS = 1;

const expensive = ['json', 'question', 'query', 'highlights', 'audio', 'video'];

export function creditsFor(body: ScrapeBody, parsedPages = 1): number {
	if (body.lockdown) return LOCKDOWN_HIT_CREDITS;
	const formats = wantedFormats(body).filter(({ type }) => expensive.includes(type));
	return parsedPages * (body.redactPII ? 5 : 1) + formats.length * 4;
}

/** Returns the results of the actions. The service does not execute scripts, click, or wait. */
function actionResults(
	actions: NonNullable<ScrapeBody['actions']>,
	page: { url: string; html: string },
	state: ServiceState,
): Record<string, unknown[]> {
	const of = (type: string, result: () => unknown): unknown[] =>
		actions.filter((action) => action.type === type).map(result);
	return {
		screenshots: of('screenshot', () => linkTo('screenshot', state)),
		scrapes: of('scrape', () => page),
		javascriptReturns: of('executeJavascript', () => ({ type: 'undefined', value: null })),
		pdfs: of('pdf', () => linkTo('pdf', state)),
	};
}
