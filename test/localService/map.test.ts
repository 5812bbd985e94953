import { call, until, useService, type Reply } from './testClient';

const service = useService();
const root = (): string => `${service.current.url}/site/`;

function map(body: unknown): Promise<Reply> {
	return call(service.current, 'POST', '/v2/map', body);
}

async function linksOf(body: object = {}): Promise<string[]> {
	const { status, json } = await map({ url: root(), ...body });
	expect(status).toBe(200);
	return (json.links as unknown as { url: string }[]).map(({ url }) => url);
}

describe('map, links', () => {
	it('come from the sitemap and from the start page', async () => {
		const links = await linksOf();
		expect(links).toEqual(
			expect.arrayContaining([
				`${root()}archive/first-lamp`,
				`${root()}light/rhythm`,
				`${root()}light/old-lamp`,
			]),
		);
	});

	it('have the title and description of a known page', async () => {
		const { json } = await map({ url: root(), search: 'opening hours', limit: 1 });
		expect(json).toMatchObject({
			success: true,
			id: expect.any(String),
			links: [
				{
					url: `${root()}visit/opening-hours`,
					title: 'Opening hours',
					description: 'The tower is open daily except on Mondays.',
				},
			],
		});
	});

	it('come only from the sitemap with sitemap: only', async () => {
		const links = await linksOf({ sitemap: 'only' });
		expect(links).toContain(`${root()}archive/first-lamp`);
		expect(links).not.toContain(`${root()}light/old-lamp`);
	});

	it('come only from the start page with sitemap: skip', async () => {
		const links = await linksOf({ sitemap: 'skip' });
		expect(links).not.toContain(`${root()}archive/first-lamp`);
		expect(links).toContain(`${root()}light/old-lamp`);
	});

	it('are below the path of the start URL unless filterByPath is false', async () => {
		const url = `${root()}visit/`;
		const outside = (links: string[]): string[] => links.filter((link) => !link.startsWith(url));
		expect(outside(await linksOf({ url }))).toEqual([]);
		expect(outside(await linksOf({ url, filterByPath: false }))).not.toEqual([]);
	});

	it('have no query unless ignoreQueryParameters is false', async () => {
		const url = `${root()}harbour/`;
		expect(await linksOf({ url })).not.toContain(`${root()}harbour/notices?page=2`);
		const links = await linksOf({ url, ignoreQueryParameters: false });
		expect(links).toContain(`${root()}harbour/notices?page=2`);
	});

	it('include subdomains unless includeSubdomains is false', async () => {
		const url = 'http://northmole.example/';
		const ofTides = (links: string[]): string[] =>
			links.filter((link) => link.startsWith('http://tides.northmole.example/'));
		expect(ofTides(await linksOf({ url }))).not.toEqual([]);
		expect(ofTides(await linksOf({ url, includeSubdomains: false }))).toEqual([]);
	});

	it('are limited by limit, and cost 1 credit', async () => {
		expect(await linksOf({ limit: 2 })).toHaveLength(2);
		expect(service.current.charged).toBe(1);
	});
});

describe('map, responses', () => {
	it('contain a warning and no links for an unknown host', async () => {
		const { status, json } = await map({ url: 'http://no-such-host.invalid/' });
		expect(status).toBe(200);
		expect(json).toEqual({
			success: true,
			id: expect.any(String),
			links: [],
			warning: expect.stringMatching(/^Only 0 result\(s\) found\./),
		});
	});

	it('return 408 MAP_TIMEOUT after the timeout', async () => {
		service.current.addFaults({ when: { path: '/site/' }, answer: { kind: 'stallHead' } });
		const reply = map({ url: root(), timeout: 60_000 });
		await until(() => service.current.fetches.some(({ path }) => path === '/site/'));
		service.current.advanceClock(60_000);
		expect(await reply).toMatchObject({
			status: 408,
			json: { success: false, code: 'MAP_TIMEOUT', error: expect.any(String) },
		});
		expect(service.current.charged).toBe(0);
	});

	it.each<[string, object, object]>([
		['no url', { url: undefined }, { code: 'invalid_type', path: ['url'] }],
		['a limit of 0', { limit: 0 }, { code: 'too_small', minimum: 1, path: ['limit'] }],
		['a limit above 100000', { limit: 100_001 }, { code: 'too_big', path: ['limit'] }],
		['a timeout of 0', { timeout: 0 }, { code: 'too_small', inclusive: false }],
		['an unknown sitemap mode', { sitemap: 'x' }, { code: 'invalid_value', path: ['sitemap'] }],
	])('refuse a request with %s', async (_, body, detail) => {
		const { status, json } = await map({ url: root(), ...body });
		expect(status).toBe(400);
		expect(json).toEqual({
			success: false,
			code: 'BAD_REQUEST',
			error: 'Bad Request',
			details: [expect.objectContaining(detail)],
		});
	});

	it('refuse an unknown key with a separate error text', async () => {
		const { json } = await map({ url: root(), nope: 1 });
		expect(json).toMatchObject({
			code: 'BAD_REQUEST',
			error: expect.stringMatching(/^Unrecognized key in body/),
			details: [{ code: 'unrecognized_keys', keys: ['nope'], path: [] }],
		});
	});

	it('refuse a host without a domain', async () => {
		const { json } = await map({ url: 'nope' });
		expect(json).toMatchObject({
			code: 'BAD_REQUEST',
			error: 'URL must have a valid top-level domain or be an IP address',
		});
	});

	it('accept the options of a crawl', async () => {
		expect(await linksOf({ includePaths: ['('], maxDiscoveryDepth: 1 })).not.toEqual([]);
	});
});
