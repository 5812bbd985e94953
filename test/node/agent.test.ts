import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { jobOptionRows } from '../spec/jobOptions';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode({ agentCancelMs: 0 });

const agent = (operation: string, parameters: INodeParameters): INodeParameters => ({
	resource: 'agent',
	operation,
	...parameters,
});

const task = (prompt: string, parameters: INodeParameters = {}) =>
	agent('run', { prompt, ...parameters });

const run = (rest: Partial<NodeRun>) =>
	execute({
		parameters: task('Summarize'),
		...rest,
	});

const failedItem = async (rest: Partial<NodeRun>) => {
	const { items } = await run({ onError: 'continueRegularOutput', ...rest });
	return items[0]?.json as {
		error: string;
		message: string;
		details: IDataObject & { jobId?: string };
	};
};

const onlyRun = () => {
	expect(service.agent.runs).toHaveLength(1);
	const [only] = service.agent.runs;
	if (only === undefined) throw new Error('No run');
	return only;
};

const startedId = async (prompt = 'Summarize [ms:20000]') => {
	const { items } = await run({ parameters: agent('start', { prompt }) });
	return String(items[0]?.json.jobId);
};

const endedId = async (prompt = 'Summarize') => {
	const id = await startedId(prompt);
	while (onlyRun().endedAt === null) {
		time.advance(1000);
		await new Promise(setImmediate);
	}
	return id;
};

describe('Start', () => {
	it('sends only the prompt if nothing else is set', async () => {
		await run({ parameters: agent('start', { prompt: 'Summarize' }) });
		expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
			['POST', '/v2/agent', { prompt: 'Summarize' }],
		]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['urls', { urls: ['https://example.com/'] }, { urls: ['https://example.com/'] }],
		[
			'urls in two lines of one text',
			{ urls: ['https://example.com/a\nhttps://example.com/b'] },
			{ urls: ['https://example.com/a', 'https://example.com/b'] },
		],
		[
			'urls joined by a comma',
			{ urls: ['https://example.com/a,https://example.com/b'] },
			{ urls: ['https://example.com/a', 'https://example.com/b'] },
		],
		[
			'a URL with a comma',
			{ urls: ['https://example.com/a,b'] },
			{ urls: ['https://example.com/a,b'] },
		],
		['maxCredits', { maxCredits: '500' }, { maxCredits: 500 }],
		[
			'schema',
			{
				specifySchema: 'schema',
				schema: '{"type":"object","properties":{"title":{"type":"string"}}}',
			},
			{ schema: { type: 'object', properties: { title: { type: 'string' } } } },
		],
		[
			'schema from an example',
			{
				specifySchema: 'example',
				schemaExample: '{"title":"A","tags":["x"],"price":1.5,"count":2,"any":null}',
			},
			{
				schema: {
					type: 'object',
					properties: {
						title: { type: 'string' },
						tags: { type: 'array', items: { type: 'string' } },
						price: { type: 'number' },
						count: { type: 'integer' },
						any: {},
					},
					required: ['title', 'tags', 'price', 'count', 'any'],
				},
			},
		],
		[
			'strictConstrainToURLs',
			{ options: { strictConstrainToURLs: true } },
			{ strictConstrainToURLs: true },
		],
		['model', { options: { model: 'spark-1-pro' } }, { model: 'spark-1-pro' }],
		['effort', { options: { effort: 'high' } }, { effort: 'high' }],
		...jobOptionRows('completed', 'failed').map<[string, INodeParameters, IDataObject]>(
			([name, options, sent]) => [name, { options }, sent],
		),
		[
			'threadId',
			{ options: { threadId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' } },
			{ threadId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' },
		],
		['mode', { options: { mode: 'chat' } }, { mode: 'chat' }],
		[
			'exchange',
			{ options: { exchange: { enabled: true, toolkits: ['companies'], maxCalls: 3 } } },
			{ exchange: { enabled: true, toolkits: ['companies'], maxCalls: 3 } },
		],
		[
			'additional body fields',
			{ options: { additionalBodyFields: '{"origin":"json"}' } },
			{ origin: 'json' },
		],
	])('sends %s unchanged', async (_name, parameters, sent) => {
		const { items } = await run({
			parameters: agent('start', { prompt: 'Summarize', ...parameters }),
		});
		expect(service.requests.map(({ body }) => body)).toEqual([{ prompt: 'Summarize', ...sent }]);
		expect(items[0]?.json).toMatchObject({ success: true, jobId: onlyRun().id });
	});

	it.each<[string, INodeParameters, string]>([
		['no prompt', { prompt: '' }, "'Prompt' is required"],
		['a blank prompt', { prompt: ' \n\t ' }, "'Prompt' must not be empty"],
		[
			'a prompt of 10,001 characters',
			{ prompt: 'p'.repeat(10_001) },
			"'Prompt' must be at most 10000 characters long (it is 10001)",
		],
		[
			'a string that is not a URL',
			{ prompt: 'x', urls: ['nonsense'] },
			"'URLs > 1' must start with http:// or https://",
		],
		[
			'a URL without a host',
			{ prompt: 'x', urls: ['http:///x'] },
			"'URLs > 1' must contain a host",
		],
		['a URL with a space', { prompt: 'x', urls: ['https://example.com/a b'] }, "'URLs > 1' must"],
		[
			'an example as schema',
			{ prompt: 'x', specifySchema: 'schema', schema: '{"price":1}' },
			"'Schema' must be a JSON Schema, but it has neither 'type' nor 'properties'",
		],
		[
			'a schema with an unknown type',
			{ prompt: 'x', specifySchema: 'schema', schema: '{"type":"text"}' },
			"'Schema > type' must be one of",
		],
		[
			'a schema that is not JSON',
			{ prompt: 'x', specifySchema: 'schema', schema: '{bad' },
			"'Schema' is not valid JSON at line 1, column 2",
		],
		[
			'credits that are not a number',
			{ prompt: 'x', maxCredits: 'many' },
			"'Max Credits' must be a number",
		],
	])('sends nothing if the form has %s', async (_name, parameters, message) => {
		const { error } = await failedItem({ parameters: agent('start', parameters) });
		expect(error).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it('never repeats a start with an unknown outcome', async () => {
		service.addFaults(faults.fault({ kind: 'resetAfter' }));
		const context: IDataObject = {};
		const first = await failedItem({ context });
		expect(first.message).toContain('a retry could execute the operation twice');
		expect(first.details).toMatchObject({ possiblyExecuted: true, tries: 1 });
		const second = await failedItem({ context });
		expect(second.error).toBe('Could not confirm that the agent run was started');
		expect(service.agentStarts).toBe(1);
	});

	it.each([
		['429', faults.rateLimited({ retryAfter: 2 })],
		['500 passthrough', faults.errorRowFault('agentPassthroughFailed')],
		['503', faults.errorRowFault('serviceUnavailable')],
	])('repeats a start after %s, which started no run', async (_name, fault) => {
		service.addFaults(fault);
		await run({ parameters: agent('start', { prompt: 'Summarize' }) });
		expect(service.agentStarts).toBe(1);
	});

	it.each([
		['502', faults.errorRowFault('badGateway')],
		['504', faults.errorRowFault('gatewayTimeout')],
		['a plain 500', faults.errorRowFault('internalServerError')],
	])('does not repeat a start after %s, which may have started a run', async (_name, fault) => {
		service.addFaults(fault);
		const { details } = await failedItem({ parameters: agent('start', { prompt: 'Summarize' }) });
		expect(details).toMatchObject({ tries: 1, possiblyExecuted: true });
		expect(service.requests).toHaveLength(1);
	});

	it('starts a run in the next attempt after a refusal', async () => {
		service.addFaults(faults.errorRowFault('paymentRequired'));
		const context: IDataObject = {};
		expect((await failedItem({ context })).details).toMatchObject({ httpCode: 402 });
		expect((await run({ context })).items[0]?.json).toMatchObject({ status: 'completed' });
		expect(service.agentStarts).toBe(1);
	});
});

describe('Run and Wait', () => {
	it('return the data first, and the credits', async () => {
		const { items } = await run({ parameters: task('Summarize [ms:20000]') });
		expect(Object.keys(items[0]?.json ?? {})[0]).toBe('data');
		expect(items[0]?.json).toMatchObject({
			status: 'completed',
			jobId: onlyRun().id,
			creditsUsed: expect.any(Number) as number,
		});
	});

	it('return the whole response with Simplify off', async () => {
		const { items } = await run({ parameters: task('Summarize', { simplify: false }) });
		expect(items[0]?.json).toMatchObject({
			success: true,
			status: 'completed',
			jobId: onlyRun().id,
		});
	});

	it('return the answer of a conversation, and what the next run needs', async () => {
		const pendingApproval = { id: 'approval-1', reason: 'One paid call answers this.', calls: [] };
		service.agent.nextRuns([{ patch: { pendingApproval } }]);
		const options = { mode: 'chat' };
		const { items } = await run({ parameters: task('Summarize', { options }) });
		const { threadId, ...first } = items[0]?.json ?? {};
		expect(first).toMatchObject({
			message: expect.stringMatching(/./) as string,
			suggestions: expect.any(Array) as unknown[],
			pendingApproval,
			status: 'completed',
			threadTurn: 1,
		});
		const approve = { additionalFields: { approve: { approvalId: 'approval-1' } } };
		const next = await run({
			parameters: task('Go on', {
				options: { ...options, threadId: threadId as string, exchange: approve },
			}),
		});
		expect(next.items[0]?.json).toMatchObject({ threadId, threadTurn: 2, status: 'completed' });
		expect(service.requests.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
			prompt: 'Go on',
			mode: 'chat',
			threadId,
			exchange: { approve: { approvalId: 'approval-1' } },
		});
	});

	it('poll a run of 20 seconds less often over time', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		await run({ parameters: task('Summarize [ms:20000]') });
		expect(time.sleeps.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1000));
		expect(time.sleeps).toEqual([...time.sleeps].sort((a, b) => a - b));
		expect(time.sleeps.at(-1)).toBeGreaterThan(1500);
	});

	it('continue after four failed polls in a row', async () => {
		service.addFaults(
			faults.errorRowFault('serviceUnavailable', {
				when: { method: 'GET', path: '/v2/agent/*' },
				times: 4,
			}),
		);
		const { items } = await run({ parameters: task('Summarize [ms:20000]') });
		expect(items[0]?.json).toMatchObject({ status: 'completed' });
		expect(service.agentStarts).toBe(1);
	});

	it('continue after more failed polls than Max Tries', async () => {
		service.addFaults(
			faults.errorRowFault('badGateway', {
				when: { method: 'GET', path: '/v2/agent/*' },
				times: 12,
			}),
		);
		const { items } = await run({ parameters: task('Summarize [ms:20000]') });
		expect(items[0]?.json).toMatchObject({ status: 'completed' });
	});

	it.each<[string, faults.FaultAnswer]>([
		[
			'a status code that is not documented',
			{ kind: 'json', status: 520, body: { error: 'Down' } },
		],
		[
			'an HTML page from a proxy',
			{ kind: 'raw', status: 200, contentType: 'text/html', text: '<html>' },
		],
	])('continue after %s', async (_name, answer) => {
		const when = { method: 'GET', path: '/v2/agent/*' } as const;
		service.addFaults(faults.fault(answer, { when, times: 3 }));
		const { items } = await run({ parameters: task('Summarize [ms:20000]') });
		expect(items[0]?.json).toMatchObject({ status: 'completed' });
		expect(service.agentStarts).toBe(1);
	});

	it('continue while the status is pending or processing', async () => {
		const { items } = await run({
			parameters: task('Summarize [ms:9000] [statuses:pending,processing]'),
		});
		expect(items[0]?.json).toMatchObject({ status: 'completed' });
	});

	it('end with a hint if a response with an unknown status has data', async () => {
		const { items, hints } = await run({
			parameters: task('Summarize [ms:2000] [status:archived]'),
		});
		expect(items[0]?.json).toMatchObject({ status: 'archived', jobId: onlyRun().id });
		expect(hints.map(({ message }) => message)).toEqual([
			"The agent run has the status 'archived', which this node does not recognize. Check the result, because the response shows that the job has ended.",
		]);
	});

	it('continue with an unknown status until Max Wait, and name it in a hint', async () => {
		const { items, hints } = await run({
			parameters: task('Summarize [ms:60000] [statuses:paused_for_review]', {
				maxWait: 5,
				whenMaxWaitIsOver: 'unfinished',
			}),
		});
		expect(items[0]?.json).toEqual({ status: 'paused_for_review', jobId: onlyRun().id });
		expect(onlyRun().polls.length).toBeGreaterThan(3);
		expect(hints.map(({ message }) => message)).toEqual([
			"The agent run has the status 'paused_for_review', which this node does not recognize. Use the Wait operation with the job ID from the item.",
		]);
	});

	it.each([1, 2])('continue if the first %i polls return 404', async (times) => {
		const when = { method: 'GET', path: '/v2/agent/*' } as const;
		service.addFaults(faults.errorRowFault('agentJobNotFound', { when, times }));
		const { items } = await run({ parameters: task('Summarize [ms:20000]') });
		expect(items[0]?.json).toMatchObject({ status: 'completed', jobId: onlyRun().id });
	});

	it('fail with the job ID after 404 three times in a row', async () => {
		const when = { method: 'GET', path: '/v2/agent/*' } as const;
		service.addFaults(faults.errorRowFault('agentJobNotFound', { when, times: 3 }));
		const { details } = await failedItem({});
		expect(details).toMatchObject({ httpCode: 404, jobId: onlyRun().id });
	});

	it('fail if the run of an earlier attempt no longer exists, and start another run in the next attempt', async () => {
		const context: IDataObject = {};
		const parameters = task('Summarize [ms:60000]', { maxWait: 5 });
		await failedItem({ context, parameters });
		const { id } = onlyRun();
		const when = { method: 'GET', path: `/v2/agent/${id}` } as const;
		service.addFaults(faults.errorRowFault('agentJobNotFound', { when, times: 3 }));
		const { details } = await failedItem({ context, parameters });
		expect(details).toMatchObject({ reason: 'jobGone', jobId: id, retryable: 'sometimes' });
		expect(service.agentStarts).toBe(1);
		await run({ context });
		expect(service.agentStarts).toBe(2);
	});

	it('wait for a run that another node started', async () => {
		const id = await startedId();
		const { items } = await run({
			parameters: agent('wait', { jobId: `  https://example.com/v2/agent/${id}?x=1 ` }),
		});
		expect(items[0]?.json).toMatchObject({ status: 'completed', jobId: id });
		expect(service.agentStarts).toBe(1);
	});

	it('follow 50 runs in parallel and keep the order of the items', async () => {
		const { items } = await run({
			items: Array.from({ length: 50 }, () => ({})),
			parameters: (index) =>
				task(`Summarize [ms:${20_000 + index}]`, {
					simplify: false,
					requestSettings: { maxRequestsAtOnce: 5 },
				}),
		});
		expect(service.agentStarts).toBe(50);
		expect(Math.max(...service.requests.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(5);
		const prompts = items.map(
			({ json }) => service.agent.runs.find(({ id }) => id === json.jobId)?.body as IDataObject,
		);
		expect(prompts.map((body) => body.prompt)).toEqual(
			Array.from({ length: 50 }, (_, index) => `Summarize [ms:${20_000 + index}]`),
		);
	});
});

describe('a run that fails', () => {
	it.each([
		['refused', 'refused', false],
		['credit_limit_reached', 'credit_limit_reached', false],
		['internal', 'internal', true],
		['cancelled', 'cancelled', false],
		['parent_finished', 'parent_finished', false],
	])('is an error with the code %s', async (outcome, code, _retryable) => {
		const item = await failedItem({ parameters: task(`Summarize [outcome:${outcome}]`) });
		expect(item.details).toMatchObject({
			code,
			jobId: onlyRun().id,
			status: 'failed',
			creditsUsed: 0,
		});
		expect(item.details.retryable).toEqual(expect.any(Boolean));
		expect(item.message).toMatch(/\.$/);
		expect(item.message).not.toMatch(/[{}]/);
	});

	it('contains the code from either place in the trace', async () => {
		for (const traceShape of ['specified', 'nested'] as const) {
			service.configure({ traceShape });
			const { details } = await failedItem({ parameters: task('Summarize [outcome:refused]') });
			expect(details.code).toBe('refused');
		}
	});

	it('keeps the partial result', async () => {
		const { details } = await failedItem({
			parameters: task('Summarize [outcome:credit_limit_reached] [partial]'),
		});
		expect(details).toHaveProperty('partial');
	});

	it('contains the reason from its status if the trace cannot be fetched', async () => {
		const id = await endedId('Summarize [outcome:credit_limit_reached]');
		service.addFaults(
			faults.errorRowFault('traceNotAvailable', {
				when: { path: `/v2/agent/${id}/trace` },
				times: 0,
			}),
		);
		const { details } = await failedItem({ parameters: agent('wait', { jobId: id }) });
		expect(details).toMatchObject({ jobId: id, code: 'credit_limit_reached' });
	});

	it('is started again by the next attempt', async () => {
		const context: IDataObject = {};
		await failedItem({ context, parameters: task('Summarize [outcome:internal]') });
		await failedItem({ context, parameters: task('Summarize [outcome:internal]') });
		expect(service.agentStarts).toBe(2);
	});
});

describe('Max Wait', () => {
	const short = (whenMaxWaitIsOver: string) =>
		task('Summarize [ms:60000]', { maxWait: 10, whenMaxWaitIsOver });

	it('fails with the job ID, and the next attempt attaches to the run', async () => {
		const context: IDataObject = {};
		const first = await failedItem({ context, parameters: short('error') });
		expect(first.error).toBe('The agent run did not finish in time');
		expect(first.message).toContain("'Max Wait (Seconds)'");
		expect(first.details).toMatchObject({
			jobId: onlyRun().id,
			status: 'processing',
			retryable: true,
		});
		await failedItem({ context, parameters: short('error') });
		expect(service.agentStarts).toBe(1);
		expect(onlyRun().cancels).toEqual([]);
	});

	it.each([
		['attaches if an expression gives another prompt in every try', false, undefined, 1],
		['starts another run if the prompt was changed in the form', true, undefined, 2],
		['starts another run if a model sends another prompt', false, true, 2],
	] as const)('is exceeded, and the next attempt %s', async (_what, inForm, asTool, starts) => {
		const context: IDataObject = {};
		for (const minute of ['10:01', '10:02']) {
			const parameters = task(`Summarize at ${minute} [ms:60000]`, { maxWait: 10 });
			await failedItem({ context, asTool, parameters: inForm ? parameters : () => parameters });
		}
		expect(service.agentStarts).toBe(starts);
	});

	it('returns the unfinished run', async () => {
		const { items, hints } = await run({ parameters: short('unfinished') });
		expect(hints[0]?.message).toMatch(
			/^The agent run had not finished when 'Max Wait \(Seconds\)' elapsed, .* Use the Wait operation/,
		);
		expect(items[0]?.json).toEqual({ status: 'processing', jobId: onlyRun().id });
	});

	it('returns only the job ID with a hint if no poll succeeded', async () => {
		const when = { method: 'GET', path: '/v2/agent/*' } as const;
		service.addFaults(faults.errorRowFault('serviceUnavailable', { when, times: 0 }));
		const { items, hints } = await run({ parameters: short('unfinished') });
		expect(items[0]?.json).toEqual({ jobId: onlyRun().id });
		expect(hints.map(({ message }) => message)).toEqual([
			"The node received no status for the agent run before 'Max Wait (Seconds)' elapsed. Use the Wait operation with the job ID from the item.",
		]);
	});

	it('fails after the run was canceled', async () => {
		const item = await failedItem({ parameters: short('cancel') });
		expect(item.error).toBe('The agent run did not finish in time and was stopped');
		expect(onlyRun().cancels).toHaveLength(1);
	});

	it('leaves the run to the next attempt if the cancel request fails', async () => {
		const context: IDataObject = {};
		service.addFaults(faults.errorRowFault('forbidden', { when: { method: 'DELETE' } }));
		const first = await failedItem({ context, parameters: short('cancel') });
		expect(first.error).toBe('The agent run did not finish in time');
		expect(first.details).toMatchObject({ jobId: onlyRun().id, lastCancel: 'Access denied' });
		await failedItem({ context, parameters: short('cancel') });
		expect(service.agentStarts).toBe(1);
	});

	it('returns the result if the run ends before the cancel request', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const id = await endedId();
		service.addFaults(
			faults.fault(
				{ kind: 'json', status: 200, body: { success: true, status: 'processing' } },
				{ when: { method: 'GET', path: `/v2/agent/${id}` }, times: 2 },
			),
		);
		const parameters = { jobId: id, maxWait: 1, whenMaxWaitIsOver: 'cancel' };
		const { items } = await run({ parameters: agent('wait', parameters) });
		expect(items[0]?.json).toMatchObject({ jobId: id, status: 'completed' });
		expect(service.requests.slice(-2).map(({ method }) => method)).toEqual(['DELETE', 'GET']);
	});

	it('keeps the record of a run that ended before the cancel request if its result cannot be fetched', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const id = await endedId();
		const when = { method: 'GET', path: `/v2/agent/${id}` } as const;
		const processing = { success: true, status: 'processing' };
		service.addFaults(
			faults.fault({ kind: 'json', status: 200, body: processing }, { when, times: 2 }),
			faults.errorRowFault('serviceUnavailable', { when, times: 5 }),
		);
		const parameters = agent('wait', { jobId: id, maxWait: 1, whenMaxWaitIsOver: 'cancel' });
		const { details } = await failedItem({ parameters });
		expect(details).toMatchObject({ reason: 'resultNotFetched', jobId: id, retryable: true });
		const { items } = await run({ parameters });
		expect(items[0]?.json).toMatchObject({ jobId: id, status: 'completed' });
	});

	it('does not apply to a run that has ended: the next attempt returns its result at once', async () => {
		const context: IDataObject = {};
		await run({ context });
		const { items } = await run({ context });
		expect(items[0]?.json).toMatchObject({ status: 'completed', jobId: onlyRun().id });
	});
});

describe('a stop of the execution', () => {
	const stoppedRun = async (parameters: INodeParameters, when: () => boolean) => {
		const stop = new AbortController();
		time.duringSleep(() => {
			if (when()) stop.abort();
		});
		return await caught(run({ signal: stop.signal, parameters, onError: 'continueRegularOutput' }));
	};

	it('ends the polling at once and cancels the run', async () => {
		const error = await stoppedRun(task('Summarize [ms:60000]'), () => time.sleeps.length === 5);
		expect(error.constructor.name).toContain('Cancelled');
		expect(onlyRun().cancels).toHaveLength(1);
		expect(onlyRun().polls).toHaveLength(5);
		expect(service.requests.at(-1)?.method).toBe('DELETE');
	});

	it('leaves the run running if Cancel on Stop is off', async () => {
		await stoppedRun(
			task('Summarize [ms:60000]', { options: { cancelOnStop: false } }),
			() => time.sleeps.length === 2,
		);
		expect(onlyRun().cancels).toEqual([]);
	});

	it('waits for the response to a start request and cancels the run', async () => {
		const stop = new AbortController();
		const forEver = new Promise<void>(() => undefined);
		service.addFaults(
			faults.fault(
				{ kind: 'delayedHead', ms: 5000 },
				{ when: { method: 'POST', path: '/v2/agent' } },
			),
		);
		time.duringSleep(() => forEver);
		const running = caught(run({ signal: stop.signal, parameters: task('Summarize [ms:60000]') }));
		while (service.requests.length === 0) await new Promise(setImmediate);
		stop.abort();
		time.advance(5000);
		expect((await running).constructor.name).toContain('Cancelled');
		expect(onlyRun().cancels).toHaveLength(1);
	});
});

describe('Get', () => {
	it.each([
		['is running', () => startedId('Summarize [ms:60000]'), 'processing'],
		['has failed', () => endedId('Summarize [outcome:refused]'), 'failed'],
		['has completed', () => endedId(), 'completed'],
	])('returns a run that %s without an error', async (_name, idOf, status) => {
		const id = await idOf();
		const { items } = await run({ parameters: agent('get', { jobId: id }) });
		expect(items[0]?.json).toMatchObject({ jobId: id, status });
		expect(items[0]?.json).not.toHaveProperty('error');
	});
});

describe('Cancel', () => {
	it('succeeds for a run that is running, is being canceled, or has ended', async () => {
		service.configure({ agentCancelMs: 1000 });
		const jobId = await startedId();
		const cancel = async () =>
			(await run({ parameters: agent('cancel', { jobId }) })).items[0]?.json;
		expect(await cancel()).toMatchObject({ jobId, outcome: 'cancelling' });
		expect(await cancel()).toMatchObject({
			outcome: 'alreadyCancelling',
			message: 'The agent run is already stopping',
		});
		time.advance(1000);
		expect(await cancel()).toMatchObject({
			outcome: 'alreadyFinished',
			message: 'The agent run has already finished',
		});
	});

	it('fails for a run that does not exist', async () => {
		const { details } = await failedItem({
			parameters: agent('cancel', { jobId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' }),
		});
		expect(details).toMatchObject({ httpCode: 404, jobId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' });
	});
});

describe('Get Trace and Get Snapshot', () => {
	it('return the newest events as items, or all of them', async () => {
		service.configure({ unknownEvent: true });
		const jobId = await endedId();
		const trace = async (parameters: INodeParameters) =>
			(await run({ parameters: agent('getTrace', { jobId, ...parameters }) })).items.map(
				({ json }) => json,
			);
		const all = await trace({ returnAll: true });
		expect(all.length).toBeGreaterThan(5);
		expect(all.map(({ type }) => type)).toContain('run.finished');
		expect(await trace({ limit: 3 })).toEqual(all.slice(-3));
		const [whole] = await trace({ returnAll: true, simplify: false, options: { liveView: true } });
		expect(whole).toMatchObject({ success: true, events: expect.any(Array) as unknown[] });
		expect(service.requests.at(-1)?.path).toBe(`/v2/agent/${jobId}/trace?liveView=true`);
	});

	it('return a snapshot parsed, or as a file', async () => {
		const jobId = await endedId();
		const { items: events } = await run({
			parameters: agent('getTrace', { jobId, returnAll: true }),
		});
		const artifacts = events
			.map(({ json }) => json as { snapshotId?: string; artifact?: { kind: string } })
			.filter(({ snapshotId }) => snapshotId !== undefined);
		const kinds = new Set(artifacts.map(({ artifact }) => artifact?.kind));
		expect(kinds.size).toBeGreaterThan(2);
		const ofKind = (kind: string) =>
			String(artifacts.find(({ artifact }) => artifact?.kind === kind)?.snapshotId);
		const snapshot = async (kind: string, parameters: INodeParameters) =>
			(
				await run({
					parameters: agent('getSnapshot', { jobId, snapshotId: ofKind(kind), ...parameters }),
				})
			).items[0];
		expect((await snapshot('json', {}))?.json).toMatchObject({
			kind: 'json',
			snapshot: expect.any(Object) as object,
		});
		const file = await snapshot('screenshot', { outputAs: 'file', binaryPropertyName: 'shot' });
		expect(file?.binary?.shot).toMatchObject({
			mimeType: 'image/png',
			fileName: `${ofKind('screenshot')}.png`,
		});
		expect(
			Buffer.from(file?.binary?.shot?.data ?? '', 'base64')
				.subarray(1, 4)
				.toString(),
		).toBe('PNG');
	});

	it.each([
		['Job ID', { jobId: 'a/../../team', snapshotId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17' }],
		['Snapshot ID', { jobId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17', snapshotId: '..' }],
	])('send nothing with an invalid %s', async (label, parameters) => {
		const { error } = await failedItem({ parameters: agent('getSnapshot', parameters) });
		expect(error).toMatch(new RegExp(`^'${label}' must be the ID of `));
		expect(service.requests).toEqual([]);
	});

	it('request a snapshot whose ID is not a UUID', async () => {
		const body = { success: true, snapshot: 'High water at six.' };
		service.addFaults(faults.fault({ kind: 'json', status: 200, body }));
		const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
		const { items } = await run({
			parameters: agent('getSnapshot', { jobId, snapshotId: 'snap_01HZX' }),
		});
		expect(service.requests.map(({ path }) => path)).toEqual([
			`/v2/agent/${jobId}/snapshots/snap_01HZX`,
		]);
		expect(items[0]?.json).toMatchObject({
			snapshot: 'High water at six.',
			snapshotId: 'snap_01HZX',
		});
	});
});
