import { randomUUID } from 'node:crypto';
import { badRequest, failure, rowFailure } from '../answer';
import type { ServiceState } from '../state';
import { perform, waitShortly } from './actions';
import { creditsFor, LOCKDOWN_MISS_CREDITS } from './credits';
import { fetchPage, type FetchedPage } from './fetchPage';
import { fieldsOf } from './formats';
import { isCacheOnly } from './pageCache';
import { readContent, type PageContent } from './readContent';
import { wantedFormats, type ScrapeBody } from './scrapeRequest';
import { blockedUrl } from './threats';
import { toolsFor } from './toolContract';

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
	const foundPage = await findPage(body, state);
	const content = await readContent(foundPage.page, body);
	const document = await dataOf(body, foundPage, content, state);
	if (!keepsNothing(body, state)) state.memory.documents.set(scrapeIdOf(document), document);
	return { document, url: foundPage.page.url, html: content.rawHtml ?? '' };
}

function scrapeIdOf({ metadata }: Document): string {
	return String((metadata as Document | undefined)?.scrapeId);
}

export function checkScrapePermissions(body: ScrapeBody, state: ServiceState): void {
	if (body.zeroDataRetention && !state.allowsZeroDataRetention) {
		throw failure(403, 'Zero data retention is not enabled for this team.');
	}
	const { catalogEnabled } = state.settings;
	if (body.domainTools && (!catalogEnabled || keepsNothing(body, state))) {
		throw rowFailure('catalogNotEnabled');
	}
	if (body.onlyCleanContent && keepsNothing(body, state)) {
		const message = 'is not supported with zero data retention';
		throw badRequest([{ path: ['onlyCleanContent'], message }]);
	}
	const blocked = blockedUrl(body.threatProtection, body.url);
	if (blocked) throw blocked;
	// The cost is unknown before the scrape.
	if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
}

// Specification: "Lockdown requests count as zero data retention."
function keepsNothing(body: ScrapeBody, { settings }: ServiceState): boolean {
	return Boolean(body.zeroDataRetention || body.lockdown || settings.forcedZeroDataRetention);
}

interface FoundPage {
	page: FetchedPage;
	isCached: boolean;
}

async function findPage(body: ScrapeBody, state: ServiceState): Promise<FoundPage> {
	const cached = state.cache.find(body);
	if (cached) return { page: cached, isCached: true };
	if (body.lockdown) {
		state.account.charge(LOCKDOWN_MISS_CREDITS);
		throw rowFailure('lockdownCacheMiss');
	}
	if (isCacheOnly(body)) throw rowFailure('noCachedData');
	await waitShortly(body.waitFor ?? 0);
	const page = await fetchPage(body, state);
	if (!keepsNothing(body, state)) state.cache.store(body, page);
	return { page, isCached: false };
}

async function dataOf(
	body: ScrapeBody,
	found: FoundPage,
	content: PageContent,
	state: ServiceState,
): Promise<Document> {
	const { page } = found;
	const link = (file: Parameters<typeof state.files.put>[0]): string =>
		state.url + state.files.put(file);
	const source = { requestedUrl: body.url, page, content, memory: state.memory, link };
	const shown = { url: page.url, title: titleOf(content), text: content.markdown };
	const html = content.rawHtml ?? '';
	const creditsUsed = creditsFor(body, content.parsedPages);
	return {
		...fieldsOf(source, wantedFormats(body)),
		...(content.pages && { pages: content.pages }),
		...(content.blocks && { blocks: content.blocks }),
		...(body.actions && { actions: await perform(body.actions, { ...shown, html }, link) }),
		...(body.domainTools && { tools: toolsFor(page.url) }),
		metadata: {
			...content.metadata,
			...pageFacts(body, found),
			scrapeId: remember(body, content, page, state),
			creditsUsed,
		},
	};
}

function pageFacts(body: ScrapeBody, { page, isCached }: FoundPage): Record<string, unknown> {
	return {
		sourceURL: body.url,
		url: page.url,
		statusCode: page.status,
		contentType: page.contentType,
		...(page.status >= 400 && { error: page.statusText }),
		proxyUsed: 'basic',
		cacheState: isCached ? 'hit' : 'miss',
		...(isCached && { cachedAt: new Date(page.fetchedAt).toISOString() }),
		concurrencyLimited: false,
	};
}

function remember(
	body: ScrapeBody,
	content: PageContent,
	page: FetchedPage,
	state: ServiceState,
): string {
	const scrapeId = randomUUID();
	if (!keepsNothing(body, state)) {
		state.memory.scrapes.set(scrapeId, {
			url: page.url,
			title: titleOf(content),
			markdown: content.markdown,
			html: content.rawHtml ?? '',
		});
	}
	return scrapeId;
}

function titleOf(content: PageContent): string {
	const { title } = content.metadata;
	return typeof title === 'string' ? title : '';
}
