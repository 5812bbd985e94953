import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond } = useBuiltNode();

const siteUrl = () => `${service.url}/site/`;

const map = (form: Form = {}) => run('map.map', { url: siteUrl(), ...form });

describe('the output of a map', () => {
	it('contains one item for each link', async () => {
		const { json, hints } = await map();
		expect(json.length).toBeGreaterThan(5);
		expect(json.map(({ url }) => url)).toContain(`${siteUrl()}light/rhythm`);
		expect(hints).toEqual([]);
	});

	const warning = 'Only 0 result(s) found. For broader coverage, try mapping the base domain';

	it.each([
		[siteUrl, "Check 'URL', or use the URL of the home page."],
		[() => service.url, "Check that 'URL' opens in a browser, or use a crawl."],
	])('is empty with three hints if the site has no links: %#', async (url, advice) => {
		respond({ success: true, links: [], warning });
		const { items, hints } = await map({ url: url() });
		expect(items).toEqual([]);
		expect(hints).toEqual([
			`Warning from the service: ${warning}.`,
			`No links were found. ${advice}`,
			expect.stringContaining("'Always Output Data'"),
		]);
	});

	it('contains a hint if there are as many links as Limit allows', async () => {
		expect((await map({ limit: 2 })).hints).toEqual([
			"The number of links reached the limit of 2, so the site may contain more links. To get more links, increase 'Limit'.",
		]);
	});
});
