import * as faults from '../localService/faults';
import { type Execution, type JsonRecord, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { type Workflow, itemsChain, webDataNode } from './workflow';

const setup = useSetup();

afterEach(() => setup.service.reset());

jest.setTimeout(90_000);

const limitTo = (maxCreditsPerExecution: number) => ({
	requestSettings: { maxCreditsPerExecution },
});

const pages = (count: number) => ({
	items: Array.from({ length: count }, (_, index) => ({
		url: `${setup.service.url}/pages/article.html?page=${index}`,
	})),
});

const scrape = (parameters: JsonRecord, extra: JsonRecord = {}) =>
	webDataNode({ url: "={{ $('Split Out').item.json.url }}", ...parameters }, extra);

const map = (parameters: JsonRecord, extra: JsonRecord = {}) =>
	webDataNode(
		{
			resource: 'map',
			operation: 'map',
			url: `${setup.service.url}/site/`,
			limit: 1,
			...parameters,
		},
		{ name: 'Map', ...extra },
	);

const requestsTo = (path: string): number =>
	setup.service.requests.filter((request) => request.path === path).length;

const hintsOf = ({ nodes }: Execution, name: string): string[] =>
	(nodes[name] ?? []).flatMap(({ hints }) => hints.map(({ message }) => message));

const reasonsIn = (items: readonly JsonRecord[]): unknown[] =>
	items.map(({ details }) => (details as JsonRecord | undefined)?.reason ?? 'ok');

const continues = { onError: 'continueRegularOutput' };

describe('two nodes in a loop', () => {
	function loop(path: string): Workflow {
		const item = (node: string) => [[{ node, type: 'main', index: 0 }]];
		const whole = itemsChain(path, [
			{
				name: 'Loop Over Items',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				position: [300, 0],
				parameters: { batchSize: 2, options: {} },
			},
			scrape(limitTo(10), continues),
			map(limitTo(10), continues),
		]);
		const connections = {
			...whole.connections,
			'Loop Over Items': { main: [[], ...item('Web Data')] },
			Map: { main: item('Loop Over Items') },
		};
		return { ...whole, connections };
	}

	it('share the limit of the execution over all rounds, and send nothing after it', async () => {
		const execution = await setup.execute(loop('loop'), pages(10));
		expect(execution.status).toBe('success');
		expect(execution.nodes['Web Data']).toHaveLength(5);
		const outcomes = (name: string) =>
			execution.nodes[name]?.flatMap(({ outputs: [items = []] }) =>
				reasonsIn(items.map(({ json }) => json)),
			);
		const [ok, refused] = ['ok', 'maxCreditsReached'];
		expect(outcomes('Web Data')).toEqual([...Array(6).fill(ok), ...Array(4).fill(refused)]);
		expect(outcomes('Map')).toEqual([...Array(4).fill(ok), ...Array(6).fill(refused)]);
		expect([requestsTo('/v2/scrape'), requestsTo('/v2/map')]).toEqual([6, 4]);
		expect(setup.service.charged).toBe(10);
		expect(hintsOf(execution, 'Map').at(-1)).toContain('This execution has used 10 of 10 credits.');
	});

	it('start at 0 in the next execution', async () => {
		const published = await setup.publish(loop('loop-again'));
		for (const charged of [10, 20]) {
			await setup.n8n.webhook('loop-again', { body: pages(10) });
			const { status } = await setup.n8n.waitForExecution(
				published,
				({ status: now }) => now === 'success' && setup.service.charged >= charged,
			);
			expect(status).toBe('success');
			expect(setup.service.charged).toBe(charged);
		}
	});
});

it('the credits of a node without a limit count for a later node', async () => {
	const execution = await setup.execute(
		itemsChain('later', [scrape({}), map(limitTo(6), continues)]),
		pages(4),
	);
	expect(reasonsIn(outputItemsOf(execution, 'Map'))).toEqual([
		...['ok', 'ok', 'maxCreditsReached', 'maxCreditsReached'],
	]);
	expect([requestsTo('/v2/scrape'), requestsTo('/v2/map')]).toEqual([4, 2]);
});

it('200 items in parallel send 50 requests with a limit of 50, and the other items go to the error output', async () => {
	const execution = await setup.execute(
		itemsChain('parallel', [scrape(limitTo(50), { onError: 'continueErrorOutput' })]),
		pages(200),
	);
	const refused = outputItemsOf(execution, 'Web Data', 1);
	expect(outputItemsOf(execution, 'Web Data')).toHaveLength(50);
	expect(refused).toHaveLength(150);
	expect(new Set(reasonsIn(refused))).toEqual(new Set(['maxCreditsReached']));
	expect(requestsTo('/v2/scrape')).toBe(50);
});

it('retried requests cost nothing, and none is sent after the limit', async () => {
	setup.service.addFaults(faults.errorRowFault('badGateway', { skip: 1, times: 6 }));
	const execution = await setup.execute(
		itemsChain('retries', [scrape(limitTo(8), continues)]),
		pages(20),
	);
	const outcomes = reasonsIn(outputItemsOf(execution, 'Web Data'));
	expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(8);
	expect(outcomes.filter((outcome) => outcome === 'maxCreditsReached')).toHaveLength(12);
	expect(setup.service.charged).toBe(8);
	expect(requestsTo('/v2/scrape')).toBe(8 + 6);
});

it('Retry On Fail sends nothing after the limit, and Retry of the execution starts at 0', async () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const failed = await setup.execute(
		itemsChain('retry-on-fail', [scrape(limitTo(5), retrying)]),
		pages(8),
	);
	expect(failed.error?.message).toBe('Credit limit for the execution reached');
	expect(requestsTo('/v2/scrape')).toBe(5);
	await setup.n8n.retryExecution(failed.id);
	expect(requestsTo('/v2/scrape')).toBe(10);
});
