import { crawlJob, hasSameOptions } from '../../../nodes/WebData/resources/crawl/job';
import { crawlRoutes } from '../../../nodes/WebData/resources/crawl/service';
import { startOnce } from '../../../nodes/WebData/client/jobs/start';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { playClient } from '../../client/jobs/playJob';
import type { Client } from '../../../nodes/WebData/client/client';

const id = '01a201b9-1843-727f-82ea-4b655d25dce5';
const other = '01a201b9-179c-7680-834e-fea0f44e4fcf';
const url = 'https://example.com';
const NOW = Date.UTC(2026, 10, 22, 5);

const lost = noAnswer('closed', true);
const entry = (jobId: string) => ({
	id: jobId,
	created_at: new Date(NOW).toISOString(),
	...{ url: 'https://example.com/', target: 'https://example.com/' },
});
const active = (...crawls: object[]) => answer(200, { success: true, crawls });
const activity = (...data: object[]) => answer(200, { success: true, data, has_more: false });

async function start(steps: Step[]) {
	const options = { maxTries: 1, startMs: NOW };
	const request = { route: crawlRoutes.start, body: { url } };
	const run = (client: Client) => startOnce(crawlJob, request, client, true);
	const { result, sent } = await playClient(steps, run, options);
	return { result, sent: sent.map((each) => each.replace(/\?.*/, '')) };
}

describe('a crawl start whose response was lost', () => {
	it('has an unknown outcome if several running crawls have the options that were sent', async () => {
		const { result, sent } = await start([lost, active(entry(id), entry(other))]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'startNotFound' } });
		expect(sent).toEqual(['POST /v2/crawl', 'GET /v2/crawl/active']);
	});

	it('is found in the activity if it has ended', async () => {
		const { result, sent } = await start([lost, active(), activity(entry(id))]);
		expect(result).toMatchObject({ ok: true, answer: { jobId: id } });
		expect(sent).toEqual(['POST /v2/crawl', 'GET /v2/crawl/active', 'GET /v2/team/activity']);
	});
});

/** Options of a crawl in a recorded response to GET /v2/crawl/active. */
const options = {
	...{ includePaths: [], excludePaths: [], limit: 12, sitemap: 'include' },
	...{ allowExternalLinks: false, allowSubdomains: false, ignoreRobotsTxt: false },
	...{ deduplicateSimilarURLs: true, ignoreQueryParameters: false, regexOnFullURL: false },
	scrapeOptions: {
		...{ formats: [{ type: 'markdown' }, { type: 'links' }], onlyMainContent: true },
		...{ onlyCleanContent: false, waitFor: 0, mobile: false, parsers: ['pdf'] },
		...{ fastMode: false, blockAds: true, proxy: 'auto', lockdown: false },
	},
};
const scrapeOptions = { formats: ['markdown', 'links'] };
const body = { url, limit: 12, scrapeOptions };

it.each<[string, object, boolean]>([
	['the same options', body, true],
	['a field that the service does not return', { ...body, maxDiscoveryDepth: 2 }, true],
	['fewer options', { url }, true],
	['another limit', { ...body, limit: 100 }, false],
	['paths', { ...body, includePaths: ['/blog/.*'] }, false],
	['another format', { ...body, scrapeOptions: { formats: ['html'] } }, false],
	['another scrape option', { ...body, scrapeOptions: { ...scrapeOptions, mobile: true } }, false],
])('a running crawl is compared with a request with %s', (_request, requested, expected) => {
	expect(hasSameOptions({ options }, { ...requested })).toBe(expected);
});

it('a running crawl without options fits every request', () => {
	expect(hasSameOptions({}, body)).toBe(true);
});
