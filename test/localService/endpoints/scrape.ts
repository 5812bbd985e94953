// POST /v2/scrape
import { randomUUID } from 'node:crypto';
import { badRequest, failure, jsonAnswer, rowFailure } from '../answer';
import { perform, waitShortly } from '../scrape/actions';
import { checkedScrape } from '../scrape/checkScrape';
import { creditsFor, LOCKDOWN_MISS_CREDITS } from '../scrape/credits';
import { fetchPage, type FetchedPage } from '../scrape/fetchPage';
import { fieldsOf } from '../scrape/formats';
import { isCacheOnly } from '../scrape/pageCache';
import { readContent, type PageContent } from '../scrape/readContent';
import { wantedFormats, type ScrapeBody } from '../scrape/scrapeRequest';
import { blockedUrl } from '../scrape/threats';
import { toolsFor } from '../scrape/toolContract';
import type { ServiceState } from '../state';
import { isCatalogBody, serveCatalog } from './catalog';
import type { Endpoint } from './endpoint';

export const scrape: Endpoint = {
	method: 'POST',
	path: /^\/v2\/scrape$/,
	async serve(request, state) {
		if (isCatalogBody(request.body)) return await serveCatalog(request, state);
		const body = checkedScrape(request.body);
		checkPermissions(body, state);
		const foundPage = await findPage(body, state);
		const content = await readContent(foundPage.page, body);
		return jsonAnswer(200, { success: true, data: await dataOf(body, foundPage, content, state) });
	},
};

interface FoundPage {
	page: FetchedPage;
	isCached: boolean;
}

function checkPermissions(body: ScrapeBody, state: ServiceState): void {
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
	// The cost is known only after the scrape, so a team without credits is rejected first.
	if (state.account.remainingCredits() <= 0) throw rowFailure('insufficientCredits');
}

// "Lockdown requests count as zero data retention."
function keepsNothing(body: ScrapeBody, { settings }: ServiceState): boolean {
	return Boolean(body.zeroDataRetention || body.lockdown || settings.forcedZeroDataRetention);
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
	const page = await fetchPage(body, state.network, state.clock.now);
	if (!keepsNothing(body, state)) state.cache.store(body, page);
	return { page, isCached: false };
}

async function dataOf(
	body: ScrapeBody,
	found: FoundPage,
	content: PageContent,
	state: ServiceState,
): Promise<Record<string, unknown>> {
	const { page } = found;
	const link = (file: Parameters<typeof state.files.put>[0]): string =>
		state.url + state.files.put(file);
	const source = { requestedUrl: body.url, page, content, memory: state.memory, link };
	const shown = { url: page.url, title: titleOf(content), text: content.markdown };
	const html = content.rawHtml ?? '';
	const creditsUsed = creditsFor(body, content.parsedPages);
	state.account.charge(creditsUsed);
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
