import * as faults from '../localService/faults';
import { type JsonRecord, hasEnded, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { until } from './until';
import { itemsChain, setNode, webDataNode } from './workflow';

const setup = useSetup();

afterEach(() => setup.service.reset());

jest.setTimeout(90_000);

const sessionNode = (operation: string, parameters: JsonRecord = {}, extra: JsonRecord = {}) =>
	webDataNode({ resource: 'browserSession', operation, ...parameters }, extra);

const ofThisItem = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

const create = (options: JsonRecord = {}) => sessionNode('create', { options }, { name: 'Create' });

const execute = (onError: string) =>
	sessionNode(
		'execute',
		{ sessionId: ofThisItem, code: "={{ $('Split Out').item.json.code }}" },
		{ name: 'Execute', onError },
	);

const codes = () => [
	{ code: `await page.goto('${setup.service.url}/pages/article.html');\nawait page.title()` },
	{ code: 'process.exit(1)' },
	{ code: 'console.log(page.url())' },
];

const openSessions = () =>
	setup.service.browserSessions.filter(({ destroyedAt }) => destroyedAt === undefined);

const posts = (path: RegExp) =>
	setup.service.requests.filter((request) => request.method === 'POST' && path.test(request.path));

const failedCode = {
	error: expect.stringContaining('not supported') as string,
	message: expect.stringContaining("'Code'") as string,
	details: expect.objectContaining({ reason: 'sessionCodeFailed', retryable: false }) as unknown,
};

describe('sessions of three items', () => {
	it('are created, run code, are listed and deleted', async () => {
		const list = { returnAll: true, options: { status: 'active' } };
		const execution = await setup.execute(
			itemsChain('lifecycle', [
				create({ ttl: 120 }),
				execute('continueRegularOutput'),
				sessionNode('getAll', list, { name: 'Get Many', executeOnce: true }),
				sessionNode('delete', { sessionId: ofThisItem }, { name: 'Delete' }),
			]),
			{ items: codes() },
		);
		expect(execution.status).toBe('success');
		const ids = outputItemsOf(execution, 'Create').map(({ id }) => id);
		expect(new Set(ids).size).toBe(3);
		expect(outputItemsOf(execution, 'Execute')).toMatchObject([
			{ result: 'How a lighthouse keeps its rhythm', exitCode: 0 },
			failedCode,
			{ stdout: 'about:blank\n', exitCode: 0 },
		]);
		expect(outputItemsOf(execution, 'Get Many').map(({ id }) => id)).toEqual(
			setup.service.browserSessions.map(({ id }) => id),
		);
		expect(outputItemsOf(execution, 'Delete')).toHaveLength(3);
		expect(outputItemsOf(execution, 'Delete')[0]).toMatchObject({
			deleted: true,
			outcome: 'deleted',
			creditsBilled: 2,
		});
		expect(openSessions()).toEqual([]);
		expect(setup.service.charged).toBe(6);
	});

	it('go to the error output if their code failed, although the response reports success', async () => {
		const source = { source: "={{ $('Split Out').item.json.code }}" };
		const execution = await setup.execute(
			itemsChain(
				'error-output',
				[create(), execute('continueErrorOutput')],
				[setNode('Good', source), setNode('Bad', source)],
			),
			{ items: codes() },
		);
		const [first, second, third] = codes().map(({ code }) => code);
		expect(outputItemsOf(execution, 'Good').map(({ source: code }) => code)).toEqual([
			first,
			third,
		]);
		expect(outputItemsOf(execution, 'Bad')).toMatchObject([{ ...failedCode, source: second }]);
	});

	it('end the execution with the reason if their code failed and On Error stops it', async () => {
		const execution = await setup.execute(
			itemsChain('stop-workflow', [create(), execute('stopWorkflow')]),
			{ items: codes() },
		);
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toEqual(failedCode.error);
		expect(execution.error?.context).toMatchObject({ itemIndex: 1 });
	});
});

describe('Delete on Stop', () => {
	const ttl = '={{ $json.ttl }}';

	async function stopped(path: string, fault: faults.FaultAnswer, options: JsonRecord = {}) {
		const when = { method: 'POST' as const, path: '/v2/interact', body: { ttl: 200 } };
		setup.service.addFaults(faults.fault(fault, { when }));
		const published = await setup.publish(itemsChain(path, [create({ ttl, ...options })]));
		await setup.n8n.webhook(path, { body: { items: [{ ttl: 100 }, { ttl: 200 }] } });
		await until('both requests have arrived', () =>
			Promise.resolve(
				(posts(/interact$/).length === 2 && setup.service.browserSessions.length > 0) || undefined,
			),
		);
		const [{ id = '' } = {}] = await setup.n8n.executions(published);
		await setup.n8n.stopExecution(id);
		return await setup.n8n.waitForExecution(published, hasEnded);
	}

	it('deletes the sessions of a node that is stopped', async () => {
		const execution = await stopped('stop-created', { kind: 'stallHead' });
		expect(execution.status).toBe('canceled');
		await until('it is deleted', () => Promise.resolve(openSessions().length === 0 || undefined));
		expect(setup.service.browserSessions).toHaveLength(1);
	});

	it('deletes a session whose response arrives after the stop', async () => {
		await stopped('stop-late', { kind: 'delayedHead', ms: 2_000 });
		await until('both are deleted', () =>
			Promise.resolve(
				(setup.service.browserSessions.length === 2 && openSessions().length === 0) || undefined,
			),
		);
	});

	it('leaves the sessions open if it is off', async () => {
		const execution = await stopped('stop-off', { kind: 'stallHead' }, { deleteOnStop: false });
		expect(execution.status).toBe('canceled');
		expect(openSessions()).toHaveLength(1);
	});
});

describe('a lost response', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const lose = (path: string) =>
		setup.service.addFaults(
			faults.fault({ kind: 'resetAfter' }, { when: { method: 'POST', path } }),
		);

	it('to Create is not followed by a second session with Retry On Fail or Retry', async () => {
		lose('/v2/interact');
		const failed = await setup.execute(itemsChain('lost-create', [{ ...create(), ...retrying }]), {
			items: [{}],
		});
		expect(failed.status).toBe('error');
		expect(failed.error?.message).toBe('Could not confirm that the browser session was created');
		const retried = await setup.n8n.retryExecution(failed.id);
		expect(retried.error?.message).toBe('Could not confirm that the browser session was created');
		expect(setup.service.browserSessions).toHaveLength(1);
		expect(posts(/interact$/)).toHaveLength(1);
	});

	it('to Execute is not followed by a second run of the code', async () => {
		lose('/v2/interact/*/execute');
		const failed = await setup.execute(
			itemsChain('lost-execute', [create(), { ...execute('stopWorkflow'), ...retrying }]),
			{ items: [{ code: 'page.url()' }] },
		);
		expect(failed.error?.message).toBe('Could not confirm that the code ran');
		await setup.n8n.retryExecution(failed.id);
		expect(posts(/execute$/)).toHaveLength(1);
	});
});

it('Retry uses the session that was created before a later node failed', async () => {
	const later = { code: "={{ $('Split Out').item.json.code }}", sessionId: ofThisItem };
	const path = 'retried';
	const when = { method: 'POST' as const, path: '/v2/interact/*/execute' };
	setup.service.addFaults(faults.errorRowFault('forbidden', { when }));
	const failed = await setup.execute(
		itemsChain(path, [create(), sessionNode('execute', later, { name: 'Execute' })]),
		{ items: [{ code: 'page.url()' }] },
	);
	expect(failed.status).toBe('error');
	const retried = await setup.n8n.retryExecution(failed.id);
	expect(outputItemsOf(retried, 'Execute')).toMatchObject([{ result: 'about:blank' }]);
	expect(setup.service.browserSessions).toHaveLength(1);
});
