import type { IDataObject } from 'n8n-workflow';
import { syntheticUrls } from '../localService/jobClient';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, bodies, respond } = useBuiltNode({ jobPageMs: 500 });

const urls = syntheticUrls(3);

const crawl = () => ({ url: `${service.url}/site/`, limit: 3 });

/** Forms of the operations whose equal requests are sent once. */
const shared: [string, () => Form][] = [
	['crawl.run', crawl],
	['crawl.start', crawl],
	['batchScrape.run', () => ({ urls })],
	['batchScrape.start', () => ({ urls })],
];

const runEqual = (
	operation: string,
	count: number,
	form: Form | ((index: number) => Form),
	rest: Partial<NodeRun> = {},
) => run(operation, form, { items: emptyItems(count), ...rest });

const isOfEqualItems = (hint: string): boolean => hint.includes("'Execute Once'");

describe.each(shared)('equal requests of %s', (operation, form) => {
	it('are sent once, and each item has its own copy of the result', async () => {
		const single = await runEqual(operation, 1, form());
		service.requests.length = 0;
		const { items, hints } = await runEqual(operation, 4, form());
		expect(bodies()).toHaveLength(1);
		expect(items).toHaveLength(single.items.length * 4);
		const places = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(places).toEqual([0, 1, 2, 3].flatMap((item) => single.items.map(() => item)));
		const [one, other] = [items[0], items[single.items.length]];
		expect(other?.json).toEqual(one?.json);
		expect(other?.json).not.toBe(one?.json);
		if (one?.json.metadata !== undefined) expect(other?.json.metadata).not.toBe(one.json.metadata);
		expect(hints.filter(isOfEqualItems)).toEqual([
			expect.stringMatching(/^4 items asked for the same .* 4-fold\. .*'Execute Once'/),
		]);
		expect(hints.some((hint) => hint.includes("'All Input Items'"))).toBe(
			operation.startsWith('batchScrape'),
		);
	});

	it('are sent per item if a setting of the node differs, or the body', async () => {
		const settings = (index: number) => ({ requestSettings: { maxTries: index + 1 } });
		await runEqual(operation, 2, (index) => ({ ...form(), ...settings(index) }));
		expect(bodies()).toHaveLength(2);
		const options = (index: number) => ({
			options: { additionalBodyFields: JSON.stringify({ integration: `${index}` }) },
		});
		const { hints } = await runEqual(operation, 2, (index) => ({ ...form(), ...options(index) }));
		expect(bodies()).toHaveLength(4);
		expect(hints.filter(isOfEqualItems)).toEqual([]);
	});

	it('are one request in the preview', async () => {
		const previewed = { ...form(), requestSettings: { previewRequest: true } };
		const { items } = await runEqual(operation, 3, previewed);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[0, 1, 2].map((item) => ({ item })),
		]);
	});

	it('fail for each item if the request fails', async () => {
		service.addFaults(faults.errorRowFault('forbidden', { times: 0 }));
		const { items } = await runEqual(operation, 3, form());
		expect(bodies()).toHaveLength(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(items.every(({ json }) => json.error !== undefined)).toBe(true);
	});
});

it('equal agent runs are all started, and a hint counts them', async () => {
	const { items, hints } = await runEqual('agent.run', 3, { prompt: 'Name a color' });
	expect(service.agentStarts).toBe(3);
	expect(items).toHaveLength(3);
	expect(hints.filter(isOfEqualItems)).toEqual([
		expect.stringContaining('3 items start the same agent run, and each of them costs credits'),
	]);
});

it('a job is not started again if the first of its items changes before a retry', async () => {
	const context: IDataObject = {};
	const failsOnce = { status: 400, when: { method: 'GET' } };
	respond({ success: false, error: 'Bad Request' }, failsOnce);
	const of = (list: string[]) => (index: number) => ({ ...crawl(), url: list[index] });
	const site = `${service.url}/site/`;
	const first = await runEqual('crawl.run', 3, of([site, site, site]), { context });
	expect(first.json.every(({ error }) => error !== undefined)).toBe(true);
	const { json } = await runEqual('crawl.run', 3, of([`${site}light`, site, site]), { context });
	expect(json.filter(({ error }) => error !== undefined)).toEqual([]);
	expect(bodies()).toMatchObject([{ url: site }, { url: `${site}light` }]);
});

describe('Execute Once with All Input Items', () => {
	const executeOnce = async (form: Form) =>
		(await run('batchScrape.run', form, { executeOnce: true })).hints;

	it('gives a hint, because n8n passes only the first item', async () => {
		const [url] = urls;
		expect(await executeOnce({ urlsFrom: 'items', itemUrl: url })).toEqual([
			expect.stringContaining("'Execute Once' is on, so the request contains only the first"),
		]);
		expect(await executeOnce({ urls })).toEqual([]);
	});
});
