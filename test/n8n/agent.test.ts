import * as faults from '../localService/faults';
import type { AgentRunReport } from '../localService/localService';
import { type Execution, type JsonRecord, detailsOf, hasEnded, outputItemsOf } from './execution';
import type { Imported } from './n8n';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import { until } from './until';
import {
	type Workflow,
	type WorkflowNode,
	example,
	itemsChain,
	setNode,
	webDataNode,
	webhookChain,
	webhookPathOf,
	withParameters,
} from './workflow';

const LONG_WAIT = { timeoutMs: 150_000 };

const setup = useSetup();
let parked: Imported;

// The execution waits for 65 seconds while the other tests run.
beforeAll(async () => {
	parked = await parkedAndKilled();
}, SET_UP_TIMEOUT_MS);

jest.setTimeout(60_000);

const runs = () => setup.service.agent.runs;

/** Several tests use the service at the same time, so the prompt identifies the test to which a run belongs. */
const runsOf = (text: string): AgentRunReport[] =>
	runs().filter(({ body }) => body.prompt.includes(text));

const runOf = (text: string): AgentRunReport => {
	const [only, ...others] = runsOf(text);
	if (!only || others.length > 0) throw new Error(`${others.length + 1} runs for ${text}`);
	return only;
};

const requestsFor = (jobId: string) =>
	setup.service.requests.filter(({ path }) => path.startsWith(`/v2/agent/${jobId}`));

const agentNode = (parameters: JsonRecord, extra: Partial<WorkflowNode> = {}) =>
	webDataNode({ resource: 'agent', operation: 'run', ...parameters }, extra);

const oneRun = (
	path: string,
	parameters: JsonRecord = {},
	extra: Partial<WorkflowNode> = {},
	branches: WorkflowNode[] = [],
): Workflow =>
	webhookChain(
		path,
		[agentNode({ prompt: '={{ $json.body.prompt }}', ...parameters }, extra)],
		branches,
	);

const manyRuns = (path: string): Workflow => {
	const source = { source: "={{ $('Split Out').item.json.prompt }}" };
	return itemsChain(
		path,
		[agentNode({ prompt: '={{ $json.prompt }}' }, { onError: 'continueErrorOutput' })],
		[setNode('Good', source), setNode('Bad', source)],
	);
};

const prompts = (list: string[]) => ({ items: list.map((prompt) => ({ prompt })) });

describe('two runs of 20 seconds', () => {
	let untroubled: Promise<Execution>;
	let troubled: Promise<Execution>;
	let troubledId = '';

	beforeAll(async () => {
		untroubled = setup.execute(oneRun('twenty-seconds'), { prompt: 'Untroubled [ms:20000]' });
		troubledId = await startedRun('Troubled [ms:20000]');
		const when = { method: 'GET', path: `/v2/agent/${troubledId}` };
		setup.service.addFaults(faults.errorRowFault('serviceUnavailable', { when, times: 4 }));
		const parameters = { operation: 'wait', jobId: '={{ $json.body.jobId }}' };
		troubled = setup.execute(oneRun('troubled', parameters), { jobId: troubledId });
		for (const running of [untroubled, troubled]) running.catch(() => undefined);
	});

	it('are polled at increasing intervals, and their end is detected within a few seconds', async () => {
		const execution = await untroubled;
		const { id, polls, startedAt, endedAt } = runOf('Untroubled');
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([
			{ status: 'completed', jobId: id },
		]);
		expect(polls.length).toBeGreaterThan(10);
		expect(polls.length).toBeLessThanOrEqual(22);
		expect(noticedAfterMs(runOf('Untroubled'))).toBeLessThanOrEqual(5_000);
		expect(execution.stoppedAt - Number(endedAt)).toBeLessThanOrEqual(15_000);
		expect(pausesIn(polls).every((ms) => ms > 800 && ms < 6_000)).toBe(true);
		expect(Number(endedAt) - startedAt).toBeGreaterThanOrEqual(20_000);
	});

	it('are polled until their end, even after four failed polls in a row', async () => {
		const execution = await troubled;
		expect(outputItemsOf(execution, 'Web Data')).toMatchObject([
			{ status: 'completed', jobId: troubledId },
		]);
		const polls = requestsFor(troubledId).filter(({ method }) => method === 'GET');
		expect(polls.length).toBe(runOf('Troubled').polls.length + 4);
		expect(noticedAfterMs(runOf('Troubled'))).toBeLessThanOrEqual(20_000);
	});

	async function startedRun(prompt: string): Promise<string> {
		const response = await fetch(`${setup.service.url}/v2/agent`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${setup.apiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ prompt }),
		});
		return ((await response.json()) as { id: string }).id;
	}

	const noticedAfterMs = ({ polls, endedAt }: AgentRunReport) =>
		(polls.at(-1) ?? Infinity) - Number(endedAt);

	const pausesIn = (polls: number[]) => polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
});

describe('a run with an unusual status', () => {
	const waited = 'Waited for [ms:2000] [statuses:pending,processing]';
	const failed = 'Failed [outcome:failed]';
	const unknown = 'Unheard of [ms:500] [status:paused_for_review]';

	it('is polled until its status is terminal', async () => {
		const execution = await setup.execute(manyRuns('statuses'), prompts([waited, failed, unknown]));
		expect(outputItemsOf(execution, 'Good')).toMatchObject([
			{ status: 'completed', source: waited, jobId: runOf('Waited for').id },
			{ status: 'paused_for_review', source: unknown, jobId: runOf('Unheard of').id },
		]);
		expect(outputItemsOf(execution, 'Bad')).toMatchObject([
			{ details: { status: 'failed', jobId: runOf('Failed').id }, source: failed },
		]);
		expect(runOf('Waited for').polls.length).toBeGreaterThanOrEqual(3);
		expect(runOf('Unheard of').polls.length).toBeLessThanOrEqual(2);
		const hints = execution.nodes['Web Data']?.[0]?.hints.map(({ message }) => message);
		expect(hints).toEqual([
			expect.stringMatching(/'paused_for_review', which this node does not recognize/),
		]);
	});
});

describe('a run that fails', () => {
	const codes: [code: string, message: RegExp, retryable: boolean, remedy: RegExp][] = [
		['credit_limit_reached', /credit limit/i, false, /'Max Credits'/],
		['cancelled', /cancelled/, false, /Start the run again/],
		['refused', /declined/, false, /'Prompt'/],
		['parent_finished', /started this one finished first/, false, /trace of the run/],
		['internal', /unexpected/i, true, /Start the run again/],
	];

	const promptFor = (code: string) => `Ends as ${code} [outcome:${code}] [partial]`;

	it('goes to the error output with the code of its trace, paired with its input', async () => {
		const workflow = manyRuns('codes');
		const execution = await setup.execute(
			workflow,
			prompts(codes.map(([code]) => promptFor(code))),
		);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Good')).toEqual([]);
		expect(outputItemsOf(execution, 'Bad')).toEqual(
			codes.map(([code, message, retryable, remedy]) => ({
				prompt: promptFor(code),
				source: promptFor(code),
				error: expect.stringMatching(message),
				message: expect.stringMatching(remedy),
				details: expect.objectContaining({
					code,
					retryable,
					status: 'failed',
					jobId: runOf(promptFor(code)).id,
					creditsUsed: 0,
					partial: expect.anything(),
				}),
			})),
		);
	});

	it('ends the execution with the same message when On Error is Stop Workflow', async () => {
		const workflow = await setup.publish(oneRun('codes-stop'));
		for (const [code] of codes) {
			const prompt = `Stopped by ${code} [outcome:${code}]`;
			await setup.n8n.webhook('codes-stop', { body: { prompt } });
		}
		const ended = await setup.n8n.endedExecutions(workflow, codes.length);
		for (const [code, message, retryable, remedy] of codes) {
			const execution = ended.find((one) => detailsOf(one).code === code);
			expect(execution?.status).toBe('error');
			expect(execution?.error?.message).toMatch(message);
			expect(execution?.error?.description).toMatch(remedy);
			expect(detailsOf(execution)).toMatchObject({ retryable });
		}
	});
});

describe('Stop', () => {
	const next = setNode('Next', { reached: 'yes' });

	async function stopped(workflow: Workflow, prompt: string, seen: () => unknown) {
		const published = await setup.publish(workflow);
		await setup.n8n.webhook(webhookPathOf(workflow), { body: { prompt } });
		await until('the run is far enough', async () => seen() || undefined, { everyMs: 20 });
		const [running] = await setup.n8n.executions(published);
		const at = Date.now();
		await setup.n8n.stopExecution(running?.id ?? '');
		const execution = await setup.n8n.waitForExecution(published, ({ status, stoppedAt }) =>
			Boolean(status === 'canceled' && stoppedAt),
		);
		return { at, execution };
	}

	it('ends polling at once and cancels a run that is in progress', async () => {
		const prompt = 'Stopped in the middle [ms:60000]';
		const { at, execution } = await stopped(
			oneRun('stop-polling', {}, {}, [next]),
			prompt,
			() => (runsOf(prompt)[0]?.polls.length ?? 0) >= 4,
		);
		const { id } = runOf(prompt);
		expect(execution.stoppedAt - at).toBeLessThanOrEqual(3_000);
		expect(Object.keys(execution.nodes)).not.toContain('Next');
		await until('the cancel has reached the service', async () => runOf(prompt).cancels[0]);
		// During the second run, n8n must not poll the first run.
		await setup.execute(oneRun('meanwhile'), { prompt: 'Meanwhile [ms:1200]' });
		const after = requestsFor(id).filter((request) => request.at >= at);
		expect(after.map(({ method }) => method)).toEqual(['DELETE']);
		expect(runOf(prompt).cancels).toHaveLength(1);
		expect(runOf(prompt)).toMatchObject({ outcome: 'cancelled' });
	});

	it('cancels the run whose start was in flight', async () => {
		const prompt = 'Stopped at the start [ms:60000]';
		const when = { method: 'POST', path: '/v2/agent', body: { prompt } };
		setup.service.addFaults(faults.fault({ kind: 'delayedHead', ms: 1_500 }, { when }));
		const { execution } = await stopped(oneRun('stop-start', {}, {}, [next]), prompt, () =>
			setup.service.requests.some(
				({ body }) => (body as JsonRecord | undefined)?.prompt === prompt,
			),
		);
		await until('the run is cancelled', async () => runsOf(prompt)[0]?.cancels[0]);
		expect(Object.keys(execution.nodes)).not.toContain('Next');
		expect(requestsFor(runOf(prompt).id).map(({ method }) => method)).toEqual(['DELETE']);
	});

	it('leaves the run running when Cancel on Stop is off', async () => {
		const prompt = 'Left alone [ms:60000]';
		await stopped(
			oneRun('stop-only', { options: { cancelOnStop: false } }),
			prompt,
			() => runsOf(prompt)[0]?.polls.length,
		);
		expect(runOf(prompt)).toMatchObject({ cancels: [], endedAt: null });
	});
});

describe('Max Wait shorter than the run', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

	it.each([
		['', 'steady', '={{ $json.body.prompt }}'],
		[', even with a different prompt each time', 'ticking', '={{ $json.body.prompt }} {{ $now }}'],
	])(
		'Retry On Fail and then Retry of the execution start one run and return its result%s',
		async (_but, name, expression) => {
			const prompt = `Longer than Max Wait, ${name} [ms:9000]`;
			const workflow = oneRun(`max-wait-${name}`, { prompt: expression, maxWait: 1 }, retrying);
			const failed = await setup.execute(workflow, { prompt });
			expect(failed).toMatchObject({
				status: 'error',
				error: { message: 'The agent run did not finish in time' },
			});
			expect(detailsOf(failed)).toMatchObject({ jobId: runOf(prompt).id, retryable: true });
			const pollsBefore = runOf(prompt).polls.length;
			expect(pollsBefore).toBeGreaterThanOrEqual(6);
			const retried = await until('a Retry sees the end of the run', async () => {
				const execution = await setup.n8n.retryExecution(failed.id);
				return execution.status === 'success' ? execution : undefined;
			});
			expect(outputItemsOf(retried, 'Web Data')).toMatchObject([
				{ status: 'completed', jobId: runOf(prompt).id },
			]);
			expect(runOf(prompt).cancels).toEqual([]);
		},
	);
});

describe('50 items', () => {
	it('run in parallel, and each result stays with its item', async () => {
		const list = Array.from(
			{ length: 50 },
			(_, index) => `Fifty, number ${index} [ms:${4_000 - index * 50}]`,
		);
		const execution = await setup.execute(manyRuns('fifty'), prompts(list));
		const good = outputItemsOf(execution, 'Good');
		expect(runsOf('Fifty')).toHaveLength(50);
		expect(good.map(({ source }) => source)).toEqual(list);
		expect(good.map(({ jobId }) => runs().find((run) => run.id === jobId)?.body.prompt)).toEqual(
			list,
		);
		expect(good.every(({ status }) => status === 'completed')).toBe(true);
		expect(Math.max(...runsOf('Fifty').map(({ polls }) => polls.length))).toBeLessThanOrEqual(8);
		expect(execution.nodes['Web Data']?.[0]?.executionTime).toBeLessThan(15_000);
	});
});

describe('the webhook example', () => {
	beforeAll(async () => {
		await setup.publish(example('run-agent-by-webhook.json'));
	});

	const ask = async (body: JsonRecord) => {
		const answer = await setup.n8n.webhook('web-data-research', { body });
		return { status: answer.status, json: JSON.parse(answer.text) as JsonRecord };
	};

	it('responds with the result of the agent for the given pages', async () => {
		const urls = [`${setup.service.url}/pages/article.html`];
		const { status, json } = await ask({ question: 'What turns the lens?', urls });
		const run = runOf('What turns the lens?');
		expect(status).toBe(200);
		expect(json).toMatchObject({ data: { pages: [{ url: urls[0] }] }, jobId: run.id });
		expect(run.body).toEqual({ prompt: 'What turns the lens?', urls, maxCredits: 500 });
	});

	it('responds when no pages are given', async () => {
		const { status, json } = await ask({ question: 'What is there?' });
		expect(status).toBe(200);
		expect(json).toMatchObject({ data: { summary: expect.any(String) } });
		expect(runOf('What is there?').body).not.toHaveProperty('urls');
	});

	it('responds with the reason and the job ID of a run that fails', async () => {
		const { status, json } = await ask({ question: 'Please do not [outcome:refused]' });
		expect(status).toBe(502);
		expect(json).toEqual({
			error: expect.stringMatching(/declined/),
			message: expect.stringMatching(/'Prompt'/),
			jobId: runOf('Please do not').id,
		});
	});

	it('responds with the reason when no run was started', async () => {
		const { status, json } = await ask({});
		expect(status).toBe(502);
		expect(json).toMatchObject({ error: "'Prompt' is required" });
	});
});

describe('the example for long runs', () => {
	const shortWait = (path: string) => withParameters(durable(path), 'Wait', { amount: 1 });

	it('loops until the run has ended', async () => {
		const execution = await setup.execute(shortWait('goes-round'), {
			question: 'WaitOptions [ms:2500]',
		});
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Result')).toMatchObject([
			{ status: 'completed', jobId: runOf('WaitOptions').id, data: expect.anything() },
		]);
		expect(execution.nodes['Get Run']?.length).toBeGreaterThanOrEqual(3);
		expect(execution.nodes['Start Run']).toHaveLength(1);
	});

	it.each([
		['failed', 'run-failed', '[outcome:internal]', /unexpected/i],
		['has an unknown status', 'run-paused', '[status:paused]', /status paused$/],
	])('reports a run that %s', async (_name, path, directive, reason) => {
		const question = `No result ${directive}`;
		const execution = await setup.execute(shortWait(path), { question });
		expect(outputItemsOf(execution, 'Run Failed')).toEqual([
			{ reason: expect.stringMatching(reason), jobId: runOf(question).id },
		]);
	});

	it('returns the result when n8n was killed and restarted during the run', async () => {
		const execution = await setup.n8n.waitForExecution(parked, hasEnded, LONG_WAIT);
		expect(execution.status).toBe('success');
		expect(outputItemsOf(execution, 'Result')).toMatchObject([
			{ status: 'completed', jobId: runOf('Killed').id, data: expect.anything() },
		]);
		expect(await setup.n8n.executions(parked)).toHaveLength(1);
	}, 160_000);
});

function durable(path: string): Workflow {
	return withParameters(example('follow-long-agent-run.json'), 'Webhook', { path });
}

async function parkedAndKilled(): Promise<Imported> {
	const workflow = await setup.publish(durable('long-research'));
	await setup.n8n.webhook('long-research', { body: { question: 'Killed [ms:30000]' } });
	await setup.n8n.waitForExecution(workflow, ({ status }) => status === 'waiting');
	await setup.n8n.kill();
	expect(runOf('Killed').status).toBe('processing');
	await setup.n8n.restart();
	return workflow;
}
