import { randomUUID } from 'node:crypto';
import { badRequest, failure, rowFailure, type AnswerError } from '../answer';
import { mediaFile, type NewFile } from '../fileStore';
import type { ServiceState } from '../state';
import { fetchPage, type FetchedPage } from './fetchPage';
import { fieldsOf } from './formats';
import { isCacheOnly } from './pageCache';
import { readContent, type PageContent } from './readContent';
import { wantedFormats, type ScrapeBody } from './scrapeRequest';

export type Document = Record<string, unknown>;

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
	const cached = state.cache.find(body);
	const page = cached ?? (await loadPage(body, state));
	const content = readContent(page, body);
	const { url } = page;
	const html = content.rawHtml ?? '';
	const scrapeId = randomUUID();
	const document = {
		...contentFields(body, page, content, state),
		...(body.actions && { actions: actionResults(body.actions, { url, html }, linkTo(state)) }),
		...(body.domainTools && { tools: toolsFor(url) }),
		metadata: {
			...content.metadata,
			...pageFacts(body.url, page),
			cacheState: cached ? 'hit' : 'miss',
			...(cached && { cachedAt: new Date(cached.fetchedAt).toISOString() }),
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

async function loadPage(body: ScrapeBody, state: ServiceState): Promise<FetchedPage> {
	if (body.lockdown) {
		state.account.charge(LOCKDOWN_MISS_CREDITS);
		throw rowFailure('lockdownCacheMiss');
	}
	if (isCacheOnly(body)) throw rowFailure('noCachedData');
	const page = await fetchPage(body, state);
	if (!keepsNothing(body)) state.cache.store(body, page);
	return page;
}

const linkTo =
	({ url, files }: ServiceState) =>
	(file: NewFile): string =>
		url + files.put(file);

/** Returns the requested formats of a page, and the pages and blocks of a PDF. */
export function contentFields(
	body: ScrapeBody,
	page: FetchedPage,
	content: PageContent,
	state: ServiceState,
): Document {
	const { memory } = state;
	const source = { requestedUrl: body.url, page, content, memory, link: linkTo(state) };
	const { pages, blocks } = content;
	return {
		...fieldsOf(source, wantedFormats(body)),
		...(pages && { pages }),
		...(blocks && { blocks }),
	};
}

export function pageFacts(sourceURL: string, page: FetchedPage): Document {
	const { url, status: statusCode, statusText, contentType } = page;
	return {
		sourceURL,
		url,
		statusCode,
		contentType,
		...(statusCode >= 400 && { error: statusText }),
		proxyUsed: 'basic',
		concurrencyLimited: false,
	};
}

export function checkScrapePermissions(body: ScrapeBody, state: ServiceState): void {
	if (body.zeroDataRetention && !state.allowsZeroDataRetention) {
		throw failure(403, 'Zero data retention is not enabled for this team.');
	}
	if (body.domainTools && (!state.settings.catalogEnabled || keepsNothing(body))) {
		throw rowFailure('catalogNotEnabled');
	}
	if (body.onlyCleanContent && keepsNothing(body)) {
		const message = 'is not supported with zero data retention';
		throw badRequest([{ path: ['onlyCleanContent'], message }]);
	}
	const blocked = blockedUrl(body.threatProtection, body.url);
	if (blocked) throw blocked;
	// The cost is unknown before the scrape.
	if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
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

export function blockedUrl(
	protection: { blacklist?: string[] } | undefined,
	url: string,
): AnswerError | undefined {
	const { hostname } = new URL(url);
	const covers = (domain: string): boolean =>
		domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
	if (!protection?.blacklist?.some(covers)) return undefined;
	const code = 'unsafe_domain_blocked';
	return failure(403, 'The URL is blocked by threat protection.', { code });
}

export function toolsFor(url: string): object[] {
	const tool = { provider: 'northmole', capability: 'tide-times' };
	return [
		{
			id: 'northmole/tide-times',
			...tool,
			description: 'High and low water of one day at a harbour.',
			creditsCost: 2,
			options: [{ name: 'harbour', type: 'string', required: true }],
			matchedBy: ['domain'],
			matchedUrls: [`${new URL(url).hostname}/*`],
			next: { ...tool, options: { harbour: 'north mole' } },
		},
	];
}

/** Returns the results of the actions. The service does not execute scripts, click, or wait. */
function actionResults(
	actions: NonNullable<ScrapeBody['actions']>,
	page: { url: string; html: string },
	link: (file: NewFile) => string,
): Record<string, unknown[]> {
	const of = (type: string, result: () => unknown): unknown[] =>
		actions.filter((action) => action.type === type).map(result);
	return {
		screenshots: of('screenshot', () => link(mediaFile('screenshot'))),
		scrapes: of('scrape', () => page),
		javascriptReturns: of('executeJavascript', () => ({ type: 'undefined', value: null })),
		pdfs: of('pdf', () => link(mediaFile('pdf'))),
	};
}
