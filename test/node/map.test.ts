import { fault } from '../localService/faults';
import { mapFieldCases } from '../spec/mapFields';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

const siteUrl = () => `${service.url}/site/`;

const map = (form: Record<string, unknown> = {}) =>
	execute({
		parameters: { resource: 'map', operation: 'map', url: siteUrl(), ...form } as never,
		onError: 'continueRegularOutput',
	});

const received = () =>
	service.requests.filter(({ path }) => path === '/v2/map').map(({ body }) => body);

const toMap = { when: { method: 'POST', path: '/v2/map' } };

const respond = (body: object) =>
	service.addFaults(fault({ kind: 'json', status: 200, body }, toMap));

describe('a field of a map', () => {
	it.each(mapFieldCases.map((each) => [each.field, each] as const))(
		'%s is sent as it was set, and nothing else is',
		async (_field, { form, sent }) => {
			const { items } = await map(form);
			expect(received()).toEqual([{ url: siteUrl(), ...sent }]);
			expect(items.filter(({ json }) => 'error' in json)).toEqual([]);
		},
	);

	it('is not sent if the form was opened and left', async () => {
		await map({
			limit: 5000,
			search: '',
			options: { location: {}, headers: {}, includePaths: [] },
		});
		expect(received()).toEqual([{ url: siteUrl() }]);
	});
});

describe('the output of a map', () => {
	it('contains one item for each link', async () => {
		const { items, hints } = await map();
		expect(items.length).toBeGreaterThan(5);
		expect(items.map(({ json }) => json.url)).toContain(`${siteUrl()}light/rhythm`);
		expect(hints).toEqual([]);
	});

	it('contains the title and the description that the service knows, and plain URLs as links', async () => {
		respond({
			success: true,
			links: [
				{ url: 'https://a.example/', title: 'A', description: 'About A' },
				'https://b.example/',
			],
		});
		const { items } = await map();
		expect(items.map(({ json }) => json)).toEqual([
			{ url: 'https://a.example/', title: 'A', description: 'About A' },
			{ url: 'https://b.example/' },
		]);
	});

	it('is the whole response with Simplify off', async () => {
		const { items } = await map({ limit: 1, simplify: false });
		expect(items).toMatchObject([{ json: { success: true, links: [{}], id: expect.any(String) } }]);
	});

	it('is empty with two hints if the site has no links', async () => {
		const warning = 'Only 0 result(s) found. For broader coverage, try mapping the base domain';
		respond({ success: true, links: [], warning });
		const { items, hints } = await map();
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			`Warning from the service: ${warning}.`,
			"No links were found, so the output contains no items. Check 'URL', or use the URL of the home page.",
		]);
	});

	it('contains a hint if there are as many links as Limit allows', async () => {
		const { hints } = await map({ limit: 2 });
		expect(hints.map(({ message }) => message)).toEqual([
			"Returned 2 links, which is the limit, so the site may contain more links. To get more links, increase 'Limit'.",
		]);
	});
});

it('a map that takes too long is retried, then fails with the fields to change', async () => {
	const error = 'The map operation timed out before completing.';
	const body = { success: false, code: 'MAP_TIMEOUT', error };
	service.addFaults(fault({ kind: 'json', status: 408, body }, { ...toMap, times: 0 }));
	const { items } = await map({ options: { timeout: 1000 } });
	expect(items).toMatchObject([
		{
			json: {
				error: 'Map timed out',
				message: expect.stringContaining("Increase 'Options > Timeout (Ms)'."),
				details: { httpCode: 408, code: 'MAP_TIMEOUT', tries: 5 },
			},
		},
	]);
});
