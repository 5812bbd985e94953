import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode({ jobPageMs: 500 });

const NORTH_MOLE = 'http://northmole.example/';
const site = (path = ''): string => `${service.url}/site/${path}`;

async function run(url: string, parameters: INodeParameters): Promise<IDataObject[]> {
	const { items } = await execute({
		parameters: { resource: 'crawl', operation: 'run', url, ...parameters },
		onError: 'continueRegularOutput',
	});
	return items.map(({ json }) => json);
}

async function crawled(url: string, options: INodeParameters): Promise<string[]> {
	const pages = await run(url, { options });
	return pages
		.map(({ metadata, error }) => (metadata as IDataObject | undefined)?.sourceURL ?? error)
		.map((source) => String(source).replace(site(), ''))
		.sort();
}

function durationMs(): number {
	const [job] = service.jobs.all;
	return Number(job?.endedAt) - Number(job?.createdAt);
}

describe('the pages of a crawl', () => {
	const ofLight = ['light/', 'light/fog-horn', 'light/lens', 'light/lens/cleaning'];
	const ofHarbour = ['harbour/', 'harbour/notices'];
	const homeAndArchive = { includePaths: ['^/site/$', '^/site/archive/'] };

	it.each<[string, string, INodeParameters, string[]]>([
		[
			'without those that excludePaths matches',
			'light/',
			{ excludePaths: ['/lens'], sitemap: 'skip' },
			['light/', 'light/fog-horn', 'light/old-lamp', 'light/rhythm'],
		],
		[
			'that patterns match in the path only',
			'harbour/',
			{ includePaths: ['harbour/$', 'page=2$'], sitemap: 'skip' },
			['harbour/'],
		],
		[
			'that patterns match in the full URL, with regexOnFullURL',
			'harbour/',
			{ includePaths: ['harbour/$', 'page=2$'], regexOnFullURL: true, sitemap: 'skip' },
			['harbour/', 'harbour/notices?page=2'],
		],
		['of the sitemap as well, by default', '', homeAndArchive, ['', 'archive/first-lamp']],
		['not of the sitemap, with skip', '', { ...homeAndArchive, sitemap: 'skip' }, ['']],
		[
			'of the sitemap only, without a page that is only linked, with only',
			'light/',
			{ sitemap: 'only' },
			[...ofLight, 'light/rhythm'],
		],
		[
			'once per query, by default',
			'harbour/',
			{ sitemap: 'skip' },
			[...ofHarbour, 'harbour/notices?page=2', 'harbour/notices?page=3'],
		],
		[
			'once for all queries, with ignoreQueryParameters',
			'harbour/',
			{ ignoreQueryParameters: true, sitemap: 'skip' },
			ofHarbour,
		],
		[
			'without one that has a similar URL, by default',
			'research/?',
			{ sitemap: 'skip', crawlEntireDomain: true, includePaths: ['^/site/$', 'research/$'] },
			['', 'research/?'],
		],
		[
			'with one that has a similar URL, with deduplicateSimilarURLs off',
			'research/?',
			{
				deduplicateSimilarURLs: false,
				sitemap: 'skip',
				crawlEntireDomain: true,
				includePaths: ['^/site/$', 'research/$'],
			},
			['', 'research/', 'research/?'],
		],
		[
			'below the start URL, by default',
			'research/',
			{ maxDiscoveryDepth: 1, sitemap: 'skip' },
			['research/', 'research/report.pdf'],
		],
		[
			'above the start URL as well, with crawlEntireDomain',
			'research/',
			{ crawlEntireDomain: true, maxDiscoveryDepth: 1, sitemap: 'skip' },
			['', 'research/', 'research/report.pdf'],
		],
	])('are those %s', async (_name, start, options, urls) => {
		expect(await crawled(site(start), options)).toEqual(urls);
	});

	it('are of the website only, by default', async () => {
		const includePaths = ['^/$', '^/today', '^/neap', 'tables'];
		expect(await crawled(NORTH_MOLE, { includePaths, sitemap: 'skip' })).toEqual([NORTH_MOLE]);
	});

	it('are of subdomains as well, with allowSubdomains', async () => {
		const includePaths = ['^/$', '^/today', '^/neap'];
		const options = { allowSubdomains: true, includePaths, sitemap: 'skip' };
		const tides = 'http://tides.northmole.example/';
		expect(await crawled(NORTH_MOLE, options)).toEqual([
			NORTH_MOLE,
			tides,
			`${tides}neap`,
			`${tides}today`,
		]);
	});

	it('are of other websites as well, with allowExternalLinks', async () => {
		const options = { allowExternalLinks: true, includePaths: ['^/$', 'tables'], sitemap: 'skip' };
		expect(await crawled(NORTH_MOLE, options)).toEqual(
			[`${service.url}/pages/tables.html`, NORTH_MOLE].sort(),
		);
	});
});

describe('robots.txt', () => {
	const denied = 'private/logbook';

	it.each<[string, INodeParameters]>([
		['ignoreRobotsTxt', { ignoreRobotsTxt: true }],
		['robotsUserAgent', { robotsUserAgent: 'lampbot' }],
	])('cannot be bypassed with %s by an account without permission', async (name, options) => {
		const [item] = await run(site(denied), { options });
		expect(item?.error).toBe('The robots.txt options are not enabled');
		expect(item?.details).toMatchObject({ httpCode: 403 });
		expect(JSON.stringify(item)).toContain(`The ${name} parameter`);
		expect(service.jobs.all).toEqual([]);
	});

	it('is ignored with ignoreRobotsTxt by an account with permission', async () => {
		service.configure({ robotsOverride: true });
		expect(await crawled(site(denied), { ignoreRobotsTxt: true })).toEqual([denied]);
	});

	it('is read for the robot of robotsUserAgent', async () => {
		service.configure({ robotsOverride: true });
		const options = { includePaths: ['^/site/$', 'research/$', 'visit/$'], sitemap: 'skip' };
		expect(await crawled(site(), options)).toEqual(['', 'research/', 'visit/']);
		const named = { ...options, robotsUserAgent: 'lampbot' };
		expect(await crawled(site(), named)).toEqual(['', 'visit/']);
	});
});

describe('the concurrency of a crawl', () => {
	const pages = { limit: 5 };

	it('is up to the concurrency of the account, by default', async () => {
		await run(site(), { ...pages, options: { sitemap: 'only' } });
		expect(durationMs()).toBe(500);
	});

	it('is one page at a time with maxConcurrency 1', async () => {
		await run(site(), { ...pages, options: { maxConcurrency: 1, sitemap: 'only' } });
		// On the local service, successive pages take 500, 300, and 400 ms in turn.
		expect(durationMs()).toBe(500 + 300 + 400 + 500 + 300);
	});

	it('waits before each further page with delay', async () => {
		await run(site(), { ...pages, options: { delay: 5, sitemap: 'only' } });
		expect(durationMs()).toBeGreaterThanOrEqual(4 * 5000);
	});
});

describe('Scrape Options', () => {
	it('set the formats of each page', async () => {
		const scrapeOptions = { formats: { format: [{ type: 'links' }, { type: 'html' }] } };
		const [page] = await run(site('light/'), { limit: 1, scrapeOptions });
		expect(page).toMatchObject({
			links: expect.arrayContaining([site('light/lens')]),
			html: expect.stringContaining('The light shows one white flash'),
		});
		expect(page).not.toHaveProperty('markdown');
	});

	it.each([true, false])(
		'set whether only the main content is returned: %s',
		async (onlyMainContent) => {
			const url = `${service.url}/pages/article.html`;
			const [page] = await run(url, { limit: 1, scrapeOptions: { onlyMainContent } });
			expect(String(page?.markdown).includes('Tide tables')).toBe(!onlyMainContent);
		},
	);
});
