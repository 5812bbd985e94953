import type { IDataObject } from 'n8n-workflow';
import { syntheticUrls } from '../localService/jobClient';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, bodies, lines, respond, stopInSleep } = useBuiltNode({ jobPageMs: 500 });

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
		const name = operation.startsWith('crawl') ? 'crawl' : 'batch scrape';
		expect(hints.filter(isOfEqualItems)).toEqual([
			expect.stringMatching(
				new RegExp(
					`^4 items asked for the same ${name}, so the node sent one request\\. Each of these items gets a copy, so the output contains the result 4 times\\. .*'Execute Once'`,
				),
			),
		]);
		expect(hints.some((hint) => hint.includes("'All Input Items'"))).toBe(
			operation.startsWith('batchScrape'),
		);
		// The hints are about the results of all items, and name none of them.
		expect(hints.filter((hint) => /\[items? \d/.test(hint))).toEqual([]);
	});

	it('name no setting that would leave out the other requests of the node', async () => {
		const options = (index: number) => (index < 2 ? {} : { options: { maxConcurrency: index } });
		const start = operation.replace('run', 'start');
		const { hints } = await runEqual(start, 3, (index) => ({ ...form(), ...options(index) }));
		expect(hints.filter(isOfEqualItems)).toEqual([]);
		expect(hints.join()).toContain('is enough, remove the input items that repeat it');
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

const screenshots = { format: [{ type: 'screenshot' }] };

it.each<[string, () => Form]>([
	['crawl.run', () => ({ ...crawl(), limit: 1, formats: screenshots })],
	['batchScrape.run', () => ({ urls: urls.slice(0, 1), formats: screenshots })],
])(
	'the files of equal requests of %s are downloaded once, for all items',
	async (operation, form) => {
		const downloading = { ...form(), downloadFiles: true };
		const { items } = await runEqual(operation, 3, downloading);
		expect(items.map(({ binary }) => binary?.screenshot?.data)).toEqual(
			Array(3).fill(expect.stringMatching(/^[\w+/=]+$/)),
		);
		expect(items[1]?.binary?.screenshot).not.toBe(items[0]?.binary?.screenshot);
		expect(service.fetches.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(1);
	},
);

describe.each<[string, string, () => Form]>([
	['crawl.run', 'crawl', crawl],
	['batchScrape.run', 'batch scrape', () => ({ urls })],
])('a stopped execution with equal requests of %s', (operation, name, form) => {
	async function stopped(options: Form = {}) {
		const log: string[] = [];
		const equal = { ...form(), options };
		const error = await caught(runEqual(operation, 3, equal, { log, signal: stopInSleep() }));
		const cancels = lines().filter((line) => line.startsWith('DELETE'));
		return { error, log, cancels, ids: service.jobs.all.map(({ id }) => id) };
	}

	it('cancels their job once', async () => {
		const { error, log, cancels, ids } = await stopped();
		expect([ids.length, cancels.length]).toEqual([1, 1]);
		expect(error).toMatchObject({ description: undefined });
		expect(log).toEqual([]);
	});

	it('names their job once in the error and in the log if it runs on', async () => {
		const { error, log, cancels, ids } = await stopped({ cancelOnStop: false });
		expect([ids.length, cancels.length]).toEqual([1, 0]);
		expect(log).toEqual([error.description]);
		expect(log[0]?.split(`${name} ${ids[0]}`)).toHaveLength(2);
	});
});

it('equal agent runs are all started, and a hint counts them', async () => {
	const { items, hints } = await runEqual('agent.run', 3, { prompt: 'Name a color' });
	expect(service.agent.runs).toHaveLength(3);
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

it('Execute Once with All Input Items gives a hint, because n8n passes only the first item', async () => {
	const executeOnce = async (form: Form) =>
		(await run('batchScrape.run', form, { executeOnce: true })).hints;
	expect(await executeOnce({ urlsFrom: 'items', itemUrl: urls[0] })).toEqual([
		expect.stringContaining("'Execute Once' is on, so the request contains only the first"),
	]);
	expect(await executeOnce({ urls })).toEqual([]);
});
