import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond, bodies } = useBuiltNode({ zeroDataRetention: true });

const search = (form: Form = {}) => run('search.search', { query: 'lamp', ...form });

const jsonOf = async (form?: Form) => (await search(form)).json;
const messagesOf = async (form?: Form) => (await search(form)).hints;

describe('a field of a search', () => {
	const unchanged = {
		...{ location: 'Kiel,Germany', country: 'de', lang: 'de', filter: '1', safe: true },
		...{ timeout: 30_000, ignoreInvalidURLs: true, highlights: false, toolDetail: 'full' },
		threatProtection: { mode: 'normal', blacklist: ['bad.example.com'] },
		...{ origin: 'test', integration: '_test' },
	};
	const sources = (...source: Form[]) => ({ options: { sources: { source } } });
	const web = { lang: 'de', country: 'de', location: 'Kiel,Germany', filter: '1' };
	const inDays = { dateRange: { from: '2026-01-31T00:00:00', to: '2026-02-28' } };
	const plain = ['html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu', 'screenshot'];
	const formats = [
		...plain.map((type) => ({ type })),
		{ type: 'json', prompt: 'The title' },
		{ type: 'question', question: 'How tall?' },
		{ type: 'highlights', query: 'light' },
		{ type: 'query', prompt: 'How tall?' },
	];

	it.each<[string, Form, Form]>([
		['nothing but the query', {}, {}],
		['options', { limit: 3, options: unchanged }, { limit: 3, ...unchanged }],
		[
			'the enterprise options',
			{ options: { enterprise: ['anon', 'zdr'] } },
			{ enterprise: ['anon', 'zdr'] },
		],
		['domain tools', { options: { domainTools: true } }, { domainTools: true }],
		[
			'sources as names',
			sources({ type: 'web' }, { type: 'images' }, { type: 'news' }, { type: 'catalog' }),
			{ sources: ['web', 'images', 'news', 'catalog'] },
		],
		[
			'sources as objects, if one has options',
			sources({ type: 'news' }, { type: 'web', options: { ...web, tbs: 'qdr:d' } }),
			{ sources: [{ type: 'news' }, { type: 'web', ...web, tbs: 'qdr:d' }] },
		],
		[
			'dates of a source',
			sources({ type: 'web', options: { dateRange: { from: '2026-01-31' } } }),
			{ sources: [{ type: 'web', tbs: 'cdr:1,cd_min:01/31/2026' }] },
		],
		[
			'categories',
			{ options: { categories: ['github', 'research', 'pdf'] } },
			{ categories: ['github', 'research', 'pdf'] },
		],
		[
			'the category developer',
			{ options: { categories: ['developer'] } },
			{ categories: ['developer'] },
		],
		[
			'domains to include',
			{ options: { includeDomains: ['Example.com', 'example.org'] } },
			{ includeDomains: ['example.com', 'example.org'] },
		],
		[
			'domains to exclude',
			{ options: { excludeDomains: 'example.com, example.org' } },
			{ excludeDomains: ['example.com', 'example.org'] },
		],
		['a range', { options: { tbs: 'qdr:h' } }, { tbs: 'qdr:h' }],
		['two dates', { options: inDays }, { tbs: 'cdr:1,cd_min:01/31/2026,cd_max:02/28/2026' }],
		[
			'only an end',
			{ options: { dateRange: { to: '2026-02-28' } } },
			{ tbs: 'cdr:1,cd_max:02/28/2026' },
		],
		['an order', { options: { sortByDate: true } }, { tbs: 'sbd:1' }],
		[
			'a range and an order',
			{ options: { tbs: 'qdr:w', sortByDate: true } },
			{ tbs: 'qdr:w,sbd:1' },
		],
		['scraped results', { scrapeResults: true }, { scrapeOptions: { formats: ['markdown'] } }],
		[
			'formats',
			{ scrapeResults: true, scrapeOptions: { formats: { format: formats } } },
			{ scrapeOptions: { formats: [...plain, ...formats.slice(plain.length)] } },
		],
		[
			'scrape options',
			{
				scrapeResults: true,
				scrapeOptions: {
					timeout: 9000,
					actions: { action: [{ type: 'scrape' }] },
					location: { country: 'DE' },
					returnPdfUnparsed: true,
					redactPIIOptions: { mode: 'fast' },
				},
			},
			{
				scrapeOptions: {
					formats: ['markdown'],
					timeout: 9000,
					actions: [{ type: 'scrape' }],
					location: { country: 'DE' },
					parsers: [],
					redactPII: { mode: 'fast' },
				},
			},
		],
		[
			'nothing from a form that was opened and left',
			{
				limit: 10,
				scrapeOptions: { timeout: 9000 },
				options: { sources: {}, dateRange: {}, includeDomains: [], threatProtection: {} },
			},
			{},
		],
	])('is sent as it was set, and nothing else is: %s', async (_what, form, sent) => {
		const { json } = await search(form);
		expect(bodies()).toEqual([{ query: 'lamp', ...sent }]);
		expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
	});

	it.each([
		new Date('2026-01-31T10:00:00Z'),
		'2026-01-31',
		'2026-01-31 10:00',
		'2026-01-31T23:00:00.000-05:00',
	])('can be a date from an expression: %s', async (from) => {
		await search({ options: { dateRange: { from } } });
		expect(bodies()).toEqual([{ query: 'lamp', tbs: 'cdr:1,cd_min:01/31/2026' }]);
	});

	it('can be categories as objects from an expression', async () => {
		await search({ options: { categories: [{ type: 'pdf' }, 'research'] } });
		expect(bodies()).toEqual([{ query: 'lamp', categories: ['pdf', 'research'] }]);
	});
});

describe('values that exclude each other', () => {
	const withSource = { source: [{ type: 'web', options: { lang: 'de' } }] };

	it.each<[string, Form, string]>([
		[
			'domains to include and to exclude',
			{ options: { includeDomains: ['a.com'], excludeDomains: ['b.com'] } },
			"'Options > Include Domains' cannot be combined with 'Options > Exclude Domains'",
		],
		[
			'a range of days and two dates',
			{ options: { tbs: 'qdr:w', dateRange: { from: '2026-01-31' } } },
			"'Options > Time: Range' cannot be combined with 'Options > Time: Custom Range'",
		],
		[
			'a country next to a source with options',
			{ options: { country: 'de', sources: withSource } },
			"'Options > Country' must be set in the source itself, because a source in 'Options > Sources' has options",
		],
		[
			'developer and another category',
			{ options: { categories: ['developer', 'pdf'] } },
			"'Options > Categories' must not contain other categories in addition to 'Developer'",
		],
		[
			'a format that a search does not return',
			{ scrapeResults: true, scrapeOptions: { formats: { format: [{ type: 'audio' }] } } },
			"'Scrape Options > Formats' must not contain audio, which a search does not return",
		],
		[
			'a wait that is longer than half of the timeout of a page',
			{ scrapeResults: true, scrapeOptions: { waitFor: 9000, timeout: 10_000 } },
			"'Scrape Options > Page: Wait For (Ms)' must be at most half of 'Scrape Options > Page: Timeout (Ms)' (5000)",
		],
		[
			'an invalid date',
			{ options: { dateRange: { from: 'May' } } },
			"'Options > Time: Custom Range > From' must be a date, as in 2026-01-31",
		],
		...['2026-00-00', '2026-13-01', '2026-02-30', '2026-01-31x', '2026-01-31 to 2026-02-28'].map(
			(to): [string, Form, string] => [
				`the date ${to}`,
				{ options: { dateRange: { to } } },
				"'Options > Time: Custom Range > To' must be a date, as in 2026-01-31",
			],
		),
		[
			'a URL in place of a domain',
			{ options: { includeDomains: ['https://a.com'] } },
			"'Options > Include Domains > 1' must be a domain without scheme and path, as in example.com",
		],
		['a limit above 100', { limit: 101 }, "'Limit' must be at most 100 (it is 101)"],
		[
			'a query of more than 500 characters',
			{ query: 'a'.repeat(501) },
			"'Query' must be at most 500 characters long (it is 501)",
		],
	])('fail before anything is sent: %s', async (_case, form, error) => {
		expect(await jsonOf(form)).toMatchObject([{ error, details: { retryable: false } }]);
		expect(service.requests).toEqual([]);
	});
});

describe('the output of a search', () => {
	it('contains one item for each result, with its kind and position', async () => {
		const sources = { source: [{ type: 'web' }, { type: 'images' }, { type: 'news' }] };
		const items = await jsonOf({ limit: 2, options: { sources } });
		expect(items.map(({ kind, position }) => [kind, position])).toEqual([
			['web', 1],
			['web', 2],
			['news', 1],
			['image', 1],
		]);
		expect(items[2]).toEqual({
			kind: 'news',
			position: 1,
			title: 'The lighthouse gets a new lamp',
			url: `${service.url}/site/news/new-lamp`,
			snippet: 'A new lamp saves nine tenths of the energy.',
			date: '1 day ago',
			imageUrl: `${service.url}/site/images/lamp.png`,
		});
	});

	it('contains catalog tools as items', async () => {
		const sources = { source: [{ type: 'catalog' }] };
		expect(await jsonOf({ options: { sources } })).toMatchObject([
			{ kind: 'tool', position: 1, provider: 'northmole', capability: 'tide-times' },
		]);
	});

	it('is an error that names the fields if the team has no access to the catalog', async () => {
		service.configure({ catalogEnabled: false });
		const [item] = await jsonOf({ options: { domainTools: true } });
		expect(item).toMatchObject({
			message: expect.stringContaining("turn off 'Options > Catalog: Domain Tools'"),
			details: { reason: 'catalogSearchDenied', retryable: false },
		});
	});

	it('is the whole response with Simplify off', async () => {
		const items = await jsonOf({ limit: 1, simplify: false });
		expect(items).toMatchObject([{ success: true, data: { web: [{}] }, creditsUsed: 2 }]);
	});

	it('is empty with a hint if nothing was found', async () => {
		const { items, hints } = await search({ query: 'xylophone' });
		expect(items).toEqual([]);
		expect(hints).toEqual([expect.stringMatching(/^The search found no results.*'Query'/)]);
	});

	it('contains the content of the pages after the result, with at most 10 fields of metadata', async () => {
		const [item] = await jsonOf({ limit: 1, scrapeResults: true });
		expect(Object.keys(item ?? {}).slice(0, 4)).toEqual(['kind', 'position', 'title', 'url']);
		expect(item).toMatchObject({ markdown: expect.any(String), metadata: { statusCode: 200 } });
		expect(Object.keys(item?.metadata ?? {}).length).toBeLessThanOrEqual(10);
	});
});

describe('a result whose page cannot be scraped', () => {
	const form = { query: 'the lighthouse light tides', limit: 100, scrapeResults: true };

	it('stays in the output, and a hint names it', async () => {
		const { json, hints } = await search(form);
		const failed = json.filter(
			({ metadata }) => (metadata as { statusCode: number }).statusCode >= 400,
		);
		expect(failed).toHaveLength(1);
		expect(failed[0]).toMatchObject({ kind: 'web', title: expect.any(String) });
		const [url] = failed.map((each) => String(each.url));
		expect(hints).toContainEqual(
			expect.stringContaining(`results could not be scraped: ${url} (HTTP status 404`),
		);
	});
});

describe('files of the results', () => {
	const form = {
		query: 'lamp',
		limit: 1,
		scrapeResults: true,
		downloadFiles: true,
		scrapeOptions: { formats: { format: [{ type: 'screenshot' }] } },
	};

	it('are binary fields of their item', async () => {
		const { items } = await search(form);
		expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['screenshot']]);
	});

	it('include the kind and position of their result in the name with Simplify off', async () => {
		const { items } = await search({ ...form, limit: 2, simplify: false });
		expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([
			['web1_screenshot', 'web2_screenshot'],
		]);
	});

	it('are links with a hint about their expiry if they are not downloaded', async () => {
		expect(await messagesOf({ ...form, downloadFiles: false })).toContainEqual(
			expect.stringContaining('Links to screenshots expire after 24 hours'),
		);
	});
});

it('a warning of the service is a hint', async () => {
	respond({ success: true, data: {}, warning: 'Two words were ignored.' });
	expect(await messagesOf()).toContain('Warning from the service: Two words were ignored.');
});
