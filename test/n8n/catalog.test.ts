import * as faults from '../localService/faults';
import { type JsonRecord, detailsOf, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { until } from './until';
import {
	type Workflow,
	type WorkflowNode,
	example,
	itemsChain,
	setNode,
	webDataNode,
} from './workflow';

const setup = useSetup();

afterEach(() => setup.service.reset());

jest.setTimeout(60_000);

interface Call {
	provider: string;
	capability: string;
	options: JsonRecord;
}

const statistics = (text: string): Call => ({
	provider: 'text',
	capability: 'statistics',
	options: { text },
});

const slow = (ms: number): Call => ({ provider: 'slow', capability: 'echo', options: { ms } });

const unknownCompany: Call = {
	provider: 'companies',
	capability: 'lookup',
	options: { domain: 'nobody.example' },
};

const buying = (
	path: string,
	parameters: JsonRecord = {},
	extra: Partial<WorkflowNode> = {},
	branches: WorkflowNode[] = [],
): Workflow =>
	itemsChain(
		path,
		[
			webDataNode(
				{
					resource: 'catalog',
					operation: 'call',
					specifyCalls: 'json',
					catalogJson: '={{ JSON.stringify($json.calls) }}',
					...parameters,
				},
				extra,
			),
		],
		branches,
	);

const oneCallPerItem = (...calls: Call[]) => ({ items: calls.map((call) => ({ calls: [call] })) });

const convertOptions = { amount: 1, from: 'EUR', to: 'USD' };

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

const executed = () => setup.service.executions.map(({ options }) => options);

const requestsOf = (call: Call) =>
	setup.service.requests.filter(({ rawBody }) => rawBody.includes(JSON.stringify(call.options)));

const keysOf = (call: Call) => requestsOf(call).map(({ headers }) => headers['x-request-id']);

const refused = (call: Call, times: number) =>
	faults.errorRowFault('insufficientCredits', { when: { body: { catalog: [call] } }, times });

describe('a catalog call', () => {
	it('is executed once, with a request ID derived from execution, node, run, and item', async () => {
		const execution = await setup.execute(buying('new'), oneCallPerItem(statistics('One.')));
		const [item] = outputItemsOf(execution, 'Web Data');
		expect(execution.status).toBe('success');
		expect(setup.service.requests).toHaveLength(1);
		expect(executed()).toHaveLength(1);
		expect(item).toMatchObject({
			data: { sentences: 1 },
			requestId: keysOf(statistics('One.'))[0],
		});
		expect(item?.requestId).toMatch(/^[0-9a-f]{32}$/);
	});

	it('is replayed when the connection was closed after the execution', async () => {
		setup.service.addFaults(faults.fault({ kind: 'resetAfter' }));
		const execution = await setup.execute(buying('cut'), oneCallPerItem(statistics('One.')));
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ data: { sentences: 1 } }]);
		expect(setup.service.requests).toHaveLength(2);
		expect(new Set(keysOf(statistics('One.'))).size).toBe(1);
		expect(executed()).toHaveLength(1);
		expect(setup.service.charged).toBe(1);
	});

	it.each([1, 5])(
		'is charged once if Retry On Fail runs the node 3 times, with %i items at a time',
		async (maxConcurrency) => {
			const [first, second] = [statistics('First.'), statistics('Second.')];
			setup.service.addFaults(refused(second, 0));
			const workflow = buying(
				`retry-on-fail-${maxConcurrency}`,
				{ requestSettings: { maxRequestsAtOnce: maxConcurrency } },
				retrying,
			);
			const execution = await setup.execute(workflow, oneCallPerItem(first, second));
			expect(execution.status).toBe('error');
			expect(requestsOf(second)).toHaveLength(3);
			expect(requestsOf(first).length).toBeGreaterThan(1);
			expect(new Set(keysOf(first)).size).toBe(1);
			expect(executed()).toEqual([first.options]);
			expect(setup.service.charged).toBe(1);
		},
	);

	it('is charged once with Retry On Fail and Retry when an expression changes each time', async () => {
		const second = { provider: 'rates', capability: 'convert', options: convertOptions };
		setup.service.addFaults(refused(second, 3));
		const ticking = `[{ provider: 'text', capability: 'statistics', options: { text: 'It is ' + $now.toMillis() + '.' } }]`;
		const catalogJson = `={{ JSON.stringify($json.calls.length > 0 ? $json.calls : ${ticking}) }}`;
		const workflow = buying('ticking', { catalogJson }, retrying);
		const failed = await setup.execute(workflow, { items: [{ calls: [] }, { calls: [second] }] });
		expect(failed.status).toBe('error');
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(outputItemsOf(retried, 'Web Data')).toMatchObject([
			{ provider: 'text' },
			{ provider: 'rates' },
		]);
		const sent = setup.service.requests.filter(({ rawBody }) => rawBody.includes('It is'));
		expect(sent.length).toBeGreaterThan(2);
		expect(new Set(sent.map(({ rawBody }) => rawBody)).size).toBe(1);
		expect(setup.service.executions.map(({ provider }) => provider).sort()).toEqual([
			'rates',
			'text',
		]);
	});

	it('is executed only for the second item by Retry of the failed execution', async () => {
		const [first, second] = [statistics('First.'), statistics('Second.')];
		setup.service.addFaults(refused(second, 1));
		const workflow = buying('retry', { requestSettings: { maxRequestsAtOnce: 1 } });
		const failed = await setup.execute(workflow, oneCallPerItem(first, second));
		expect(failed.status).toBe('error');
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
		expect(retried.id).not.toBe(failed.id);
		expect(outputItemsOf(retried, 'Web Data').map(({ requestId }) => requestId)).toEqual([
			keysOf(first)[0],
			keysOf(second)[0],
		]);
		expect(new Set(keysOf(first)).size).toBe(1);
		expect(executed()).toEqual([first.options, second.options]);
	});

	it('is waited for by the next attempt of the node while its own request is in flight', async () => {
		const [first, second] = [slow(2500), statistics('Second.')];
		setup.service.addFaults(refused(second, 1));
		const execution = await setup.execute(
			buying('in-flight', {}, retrying),
			oneCallPerItem(first, second),
		);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([
			{ provider: 'slow', data: { ms: 2500 } },
			{ provider: 'text' },
		]);
		expect(requestsOf(first).length).toBeGreaterThan(2);
		expect(new Set(keysOf(first)).size).toBe(1);
		expect(executed()).toEqual([first.options, second.options]);
	});

	it('is an error at once while another request with its ID is in flight', async () => {
		const workflow = buying('shared-key', { options: { requestId: 'order-4711' } });
		const published = await setup.publish(workflow);
		const call = () => setup.n8n.webhook('shared-key', { body: oneCallPerItem(slow(2000)) });
		await call();
		await until('the first is on its way', async () => requestsOf(slow(2000))[0]);
		await call();
		const [second, first] = await setup.n8n.endedExecutions(published, 2);
		expect(first?.status).toBe('success');
		expect(second?.status).toBe('error');
		expect(detailsOf(second)).toMatchObject({
			httpCode: 409,
			code: 'request_in_flight',
			chargeId: expect.any(String),
			requestId: 'order-4711',
			tries: 1,
		});
		expect(executed()).toHaveLength(1);
	});

	it('is an error that names the request ID when another request used it', async () => {
		const workflow = buying('duplicate', {
			options: { requestId: 'order-1' },
			requestSettings: { maxRequestsAtOnce: 1 },
		});
		const execution = await setup.execute(
			workflow,
			oneCallPerItem(statistics('One.'), statistics('Two.')),
		);
		expect(execution.error?.description).toMatch(/order-1/);
		expect(detailsOf(execution)).toMatchObject({
			httpCode: 409,
			code: 'duplicate_request',
			requestId: 'order-1',
			retryable: false,
		});
		expect(executed()).toHaveLength(1);
	});

	it('is requested again with the same request ID when it is unresolved', async () => {
		setup.service.catalog.unresolved({ times: 1 });
		const execution = await setup.execute(buying('unresolved'), oneCallPerItem(statistics('One.')));
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([{ data: { sentences: 1 } }]);
		expect(setup.service.requests).toHaveLength(2);
		expect(new Set(keysOf(statistics('One.'))).size).toBe(1);
		expect(executed()).toHaveLength(1);
	});
});

describe('three calls in one request, the second of which fails', () => {
	const body = {
		items: [{ calls: [statistics('One.'), unknownCompany, statistics('Two. Three.')] }],
	};
	const branches = () => [setNode('Good', source), setNode('Bad', source)];
	const source = { source: "={{ $('Split Out').item.json.calls.length }}" };
	const run = (onError: string) =>
		setup.execute(buying(`three-calls-${onError}`, {}, { onError }, branches()), body);
	const failure = { code: 'not_found', call: 2, provider: 'companies', retryable: false };

	afterEach(() => {
		expect(setup.service.requests).toHaveLength(1);
		expect(setup.service.charged).toBe(2);
	});

	it('keep the two paid results in the error with Stop Workflow', async () => {
		const execution = await run('stopWorkflow');
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toMatch(/nobody\.example/);
		expect(detailsOf(execution)).toMatchObject({
			...failure,
			paid: [{ data: { sentences: 1 } }, { data: { sentences: 2 } }],
		});
	});

	it('give an error item between the two results with Continue', async () => {
		const execution = await run('continueRegularOutput');
		expect(outputItemsOf(execution, 'Good')).toMatchObject([
			{ data: { sentences: 1 }, source: '3' },
			{ error: expect.stringMatching(/nobody\.example/), details: failure, source: '3' },
			{ data: { sentences: 2 }, source: '3' },
		]);
	});

	it('give two results and one error with Continue (using error output)', async () => {
		const execution = await run('continueErrorOutput');
		expect(outputItemsOf(execution, 'Good')).toMatchObject([
			{ data: { sentences: 1 }, source: '3' },
			{ data: { sentences: 2 }, source: '3' },
		]);
		expect(outputItemsOf(execution, 'Bad')).toMatchObject([
			{ error: expect.stringMatching(/nobody\.example/), details: failure, source: '3' },
		]);
	});
});

describe('the example with a list of companies', () => {
	it('fills the rows of known companies and reports the unknown one', async () => {
		const original = example('enrich-list-from-catalog.json');
		const workflow = await setup.importWorkflow(original);
		const trigger = original.nodes.find(({ type }) => type.endsWith('.manualTrigger'));
		await setup.n8n.runManually(workflow, trigger?.name ?? '');
		const execution = await setup.n8n.waitForExecution(workflow);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Company')).toEqual([
			{
				domain: 'northmole.example',
				owner: 'Ada',
				name: 'North Mole Works',
				size: 48,
				sector: 'Instruments',
				city: 'Bergen',
				creditsCost: 5,
			},
			expect.objectContaining({ domain: 'tidewater.example', city: 'Rotterdam', owner: 'Ada' }),
			expect.objectContaining({ domain: 'bluequarry.example', city: 'Brno', owner: 'Cleo' }),
		]);
		expect(outputItemsOf(execution, 'Call Failed')).toEqual([
			{ domain: 'nobody.example', owner: 'Ben', reason: expect.stringMatching(/nobody\.example/) },
		]);
		expect(executed()).toHaveLength(4);
		expect(setup.service.charged).toBe(15);
	});
});
