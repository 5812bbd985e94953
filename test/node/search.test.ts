import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, respond, bodies } = useBuiltNode({ zeroDataRetention: true });

const search = (form: Form = {}) => run('search.search', { query: 'lamp', ...form });

const jsonOf = async (form?: Form) => (await search(form)).json;

describe('a field of a search', () => {
	const sources = (...source: Form[]) => ({ sources: { source } });
	const web = { lang: 'de', country: 'de', location: 'Kiel,Germany', filter: '1' };
	const inDays = { from: '2026-01-31T00:00:00', to: '2026-02-28' };

	it.each<[Form, Form]>([
		[
			sources({ type: 'web' }, { type: 'images' }, { type: 'news' }, { type: 'catalog' }),
			{ sources: ['web', 'images', 'news', 'catalog'] },
		],
		[
			sources({ type: 'news' }, { type: 'web', options: { ...web, tbs: 'qdr:d' } }),
			{ sources: [{ type: 'news' }, { type: 'web', ...web, tbs: 'qdr:d' }] },
		],
		[
			sources({ type: 'web', options: { dateRange: { from: '2026-01-31' } } }),
			{ sources: ['web'], tbs: 'cdr:1,cd_min:01/31/2026' },
		],
		[
			{ country: 'de', ...sources({ type: 'web', options: { lang: 'de' } }, { type: 'images' }) },
			{ country: 'de', lang: 'de', sources: ['web', 'images'] },
		],
		[
			{ tbs: 'qdr:w', ...sources({ type: 'web', options: { sortByDate: true } }) },
			{ sources: ['web'], tbs: 'qdr:w,sbd:1' },
		],
		[
			{ sortByDate: true, ...sources({ type: 'web', options: { dateRange: inDays } }) },
			{ sources: ['web'], tbs: 'sbd:1,cdr:1,cd_min:01/31/2026,cd_max:02/28/2026' },
		],
		[
			{ tbs: 'qdr:w,sbd:1', ...sources({ type: 'web', options: { tbs: 'qdr:d' } }) },
			{ sources: ['web'], tbs: 'sbd:1,qdr:d' },
		],
		[
			{ sortByDate: true, ...sources({ type: 'web', options: { sortByDate: false } }) },
			{ sources: ['web'], tbs: 'sbd:0' },
		],
		[{ categories: [{ type: 'pdf' }, 'research'] }, { categories: ['pdf', 'research'] }],
		[{ categories: ['gov'] }, { categories: ['gov'] }],
		[{ categories: 'later, pdf' }, { categories: ['later', 'pdf'] }],
		[{ categories: [{ type: 'later' }] }, { categories: ['later'] }],
		[sources({ type: 'later' }), { sources: ['later'] }],
		[{ includeDomains: ['Example.com', 'b.org'] }, { includeDomains: ['example.com', 'b.org'] }],
		[{ excludeDomains: 'example.com, b.org' }, { excludeDomains: ['example.com', 'b.org'] }],
		[{ dateRange: inDays }, { tbs: 'cdr:1,cd_min:01/31/2026,cd_max:02/28/2026' }],
		[{ dateRange: { to: '2026-02-28' } }, { tbs: 'cdr:1,cd_max:02/28/2026' }],
		[{ sortByDate: true }, { tbs: 'sbd:1' }],
		[{ tbs: 'qdr:w', sortByDate: true }, { tbs: 'qdr:w,sbd:1' }],
		...[new Date('2026-01-31T10:00:00Z'), '2026-01-31 10:00', '2026-01-31T23:00:00.000-05:00'].map(
			(from): [Form, Form] => [{ dateRange: { from } }, { tbs: 'cdr:1,cd_min:01/31/2026' }],
		),
	])('in the options is converted: %j', async (options, sent) => {
		await search({ options });
		expect(bodies()).toEqual([{ query: 'lamp', ...sent }]);
	});
});

it.each<[Form, string]>([
	[
		{ options: { includeDomains: ['a.com'], excludeDomains: ['b.com'] } },
		"'Options > Include Domains' cannot be combined with 'Options > Exclude Domains'",
	],
	[
		{ options: { tbs: 'qdr:w', dateRange: { from: '2026-01-31' } } },
		"'Options > Time: Range' cannot be combined with 'Options > Time: Custom Range'",
	],
	[
		{ options: { dateRange: { from: '2026-02-01', to: '2026-01-31' } } },
		"'Options > Time: Custom Range > From' must not be after 'To'",
	],
	...['Germany', 'd1'].map((country): [Form, string] => [
		{ options: { country } },
		"'Options > Search Country' must be a country code of two letters, as in de",
	]),
	[
		{ options: { sources: { source: [{ type: 'web', options: { country: 'DEU' } }] } } },
		"'Options > Sources > Source 1 > Source Options > Search Country' must be a country code of two letters, as in de",
	],
	[
		{ options: { categories: ['developer', 'pdf'] } },
		"'Options > Categories' must not contain other categories in addition to 'Developer'",
	],
	[
		{ options: { categories: ['pdf', 'gov'] } },
		"'Options > Categories' must not contain other categories in addition to 'Government'",
	],
	[
		{ scrapeResults: true, scrapeOptions: { formats: { format: [{ type: 'audio' }] } } },
		"'Scrape Options > Formats' must not contain audio, because a search does not return this format",
	],
	...['May', '2026-13-01', '2026-02-30', '2026-01-31 to 2026-02-28'].map((to): [Form, string] => [
		{ options: { dateRange: { to } } },
		"'Options > Time: Custom Range > To' must be a date, as in 2026-01-31",
	]),
])('a search is not sent with %j', async (form, error) => {
	expect(await jsonOf(form)).toMatchObject([{ error, details: { retryable: false } }]);
	expect(service.requests).toEqual([]);
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

	const url = 'https://e.com/1';
	const otherContent =
		'The response contains no list of results, so the item contains the whole response. Check whether the server supports version 2 of the API.';
	const research = [{ paperId: '1', primaryId: 'arxiv:2105.05233', title: 'A', score: 0.5 }];

	it.each<[string, object, object[], string[]]>([
		['papers', { data: { research } }, [{ kind: 'paper', position: 1, ...research[0] }], []],
		[
			'a list of a source that the form does not list',
			{ data: { related: ['lens'], videos: [{ url }], web: [] } },
			[
				{ kind: 'related', position: 1, value: 'lens' },
				{ kind: 'videos', position: 1, url },
			],
			[],
		],
		[
			'one list for all sources',
			{ data: [{ url, markdown: '# A' }, url] },
			[
				{ kind: 'web', position: 1, url, markdown: '# A' },
				{ kind: 'web', position: 2, url },
			],
			[],
		],
		[
			'a list that is the whole response',
			[{ url, markdown: '# A' }],
			[{ kind: 'web', position: 1, url, markdown: '# A' }],
			[],
		],
		['lists without data', { web: [{ url }] }, [{ kind: 'web', position: 1, url }], []],
		[
			'no list',
			{ success: true, data: { text: 'paid' } },
			[{ success: true, data: { text: 'paid' } }],
			[otherContent],
		],
	])('keeps %s', async (_what, body, items, hints) => {
		respond(body);
		const result = await search();
		expect([result.json, result.hints]).toEqual([items, hints]);
	});

	it('is an error with the response in its details if nothing in it can be a result', async () => {
		respond({ success: true, text: 'paid' });
		expect(await jsonOf()).toMatchObject([
			{ details: { reason: 'noData', answer: { text: 'paid' } } },
		]);
	});

	it('is an error that names the fields if the team has no access to the catalog', async () => {
		service.configure({ catalogEnabled: false });
		const [item] = await jsonOf({ options: { domainTools: true } });
		expect(item).toMatchObject({
			message: expect.stringContaining("turn off 'Options > Catalog: Include Domain Tools'"),
			details: { reason: 'catalogSearchDenied', retryable: false },
		});
	});

	it('contains the content of the pages after the result, with simplified metadata', async () => {
		const [item] = await jsonOf({ limit: 1, scrapeResults: true });
		expect(Object.keys(item ?? {}).slice(0, 4)).toEqual(['kind', 'position', 'title', 'url']);
		expect(item).toMatchObject({ markdown: expect.any(String), metadata: { statusCode: 200 } });
		expect(item?.metadata).not.toHaveProperty('viewport');
	});
});

describe('a hint of a search', () => {
	const url = 'https://example.com/';
	const list = [{ url }];
	const sources = (...source: Form[]) => ({ options: { sources: { source } } });
	const scraped = (scrapeOptions: Form = {}) => ({ scrapeResults: true, scrapeOptions });
	const page = (metadata: object) => [{ url, markdown: '# A', metadata }];
	const cachedAt = new Date(time.now() - 2 * 86_400_000).toISOString();

	it.each<[string, Form, object, string[]]>([
		[
			'the sources have different settings',
			sources({ type: 'web', options: { lang: 'de' } }, { type: 'news' }),
			{ web: list, news: list },
			[
				'The sources have different settings, which some versions of the service ignore. To make sure that the settings apply, use a separate search for each source.',
			],
		],
		[
			'only some of the sources have results',
			sources({ type: 'web' }, { type: 'images' }, { type: 'news' }),
			{ web: list, images: [] },
			[
				"The search returned no results for some sources: images, news. Some servers do not support these sources. To leave them out, change 'Options > Sources'.",
			],
		],
		[
			'a page with content has an error status',
			scraped(),
			{ web: page({ statusCode: 404 }) },
			[
				`1 of 1 results returned an error page: ${url} (HTTP status 404). These items contain the content of the error page.`,
			],
		],
		[
			'the page of an image could not be scraped',
			scraped(),
			{ images: [{ url, metadata: { error: 'Timeout' } }, { url }] },
			[
				`1 of 1 results could not be scraped: ${url} (Timeout). These items contain only the search result.`,
			],
		],
		[
			'a page is older than Max Age',
			scraped({ maxAge: 0 }),
			{ web: page({ cacheState: 'hit', cachedAt }) },
			[
				"The page is a copy from the service's cache, scraped 2 days ago. To load the page again, scrape its URL with 'Cache: Max Age (Ms)' set to 0.",
			],
		],
	])('says that %s', async (_what, form, data, hints) => {
		respond({ success: true, data });
		const result = await search(form);
		expect(result.hints).toEqual(hints);
		expect(result.json).toHaveLength(Object.values(data).flat().length);
	});
});

describe('the index of papers', () => {
	const attention = 'arxiv:1706.03762';
	const titlesOf = async (operation: string, form: Form) =>
		(await run(`search.${operation}`, form)).json.map(({ title }) => title);

	it.each<[string, Form, string]>([
		['searchPapers', { query: 'a', k: 501 }, "'Limit' must be at most 500 (it is 501)"],
		[
			'searchPapers',
			{ query: 'a', options: { from: '2026-02-01', to: '2026-01-31' } },
			"'Options > From' must not be after 'Options > To'",
		],
		[
			'getPaper',
			{ paperId: attention, options: { k: 4 } },
			"'Options > Max Passages' requires a value in 'Query'",
		],
		[
			'getPaper',
			{ paperId: 'doi:10/../agent' },
			"'Paper ID' must be the ID of a paper, such as arxiv:1706.03762",
		],
	])('is not asked by %s with %j', async (operation, form, error) => {
		expect((await run(`search.${operation}`, form)).json).toMatchObject([{ error }]);
		expect(service.requests).toEqual([]);
	});

	it('returns one item for each paper, best match first', async () => {
		const form = { query: 'diffusion images', options: { categories: ['cs.LG'] } };
		expect(await titlesOf('searchPapers', form)).toEqual([
			'Denoising Diffusion Probabilistic Models',
			'Diffusion Models Beat GANs on Image Synthesis',
		]);
		const none = await run('search.searchPapers', { query: 'lighthouse' });
		expect([none.json, none.hints]).toEqual([
			[],
			[
				"The index contains no matching papers. Change 'Query', or remove filters from the options.",
				expect.stringContaining("'Always Output Data'"),
			],
		]);
	});

	it('returns the papers that cite a paper, and the note of the service', async () => {
		const options = { mode: 'citers' };
		const form = { paperId: attention, intent: 'diffusion', options };
		expect(await titlesOf('getSimilarPapers', form)).toHaveLength(2);
		respond({ success: true, results: [{ title: 'A' }], note: 'Only one seed was found' });
		expect((await run('search.getSimilarPapers', form)).hints).toEqual([
			'Note from the service: Only one seed was found.',
		]);
	});

	it('adds the passages that answer a question to the paper', async () => {
		const form = { paperId: attention, query: 'recurrence' };
		expect((await run('search.getPaper', form)).first).toMatchObject({
			...{ paperId: '7306502148835201944', categories: ['cs.CL', 'cs.LG'] },
			passages: [{ text: expect.stringContaining('recurrence'), score: 0.5 }],
		});
	});

	it.each([
		[{ success: false, error: 'Paper not found' }, 'notFound'],
		[{ detail: 'Paper not found' }, 'paperNotFound'],
	])(
		'returns status 404 with %j for an unknown paper, which is not retried',
		async (body, reason) => {
			respond(body, { status: 404 });
			const { first } = await run('search.getPaper', { paperId: 'arxiv:0000.00000' });
			expect(first).toMatchObject({
				message: expect.stringMatching(/Check (the ID|'Paper ID')/),
				details: { reason, httpCode: 404, retryable: false, tries: 1 },
			});
		},
	);
});

describe('files of the results', () => {
	const form = {
		query: 'lamp',
		limit: 1,
		scrapeResults: true,
		downloadFiles: true,
		scrapeOptions: { formats: { format: [{ type: 'screenshot' }] } },
	};

	it('in the response are removed from it with Simplify off', async () => {
		const content = Buffer.from('picture').toString('base64');
		respond({ success: true, data: { web: [{ url: 'https://e.com/1', rawBase64: content }] } });
		const { items, json } = await search({ ...form, simplify: false });
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(['web1_raw']);
		expect(JSON.stringify(json)).not.toContain(content);
	});

	it('include the kind and position of their result in the name with Simplify off', async () => {
		const { items } = await search({ ...form, limit: 2, simplify: false });
		expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([
			['web1_screenshot', 'web2_screenshot'],
		]);
	});
});
