import { Credits } from '../../nodes/WebData/host/credits';
import type { ApiRequest } from '../../nodes/WebData/api/http/request';

type Source = ConstructorParameters<typeof Credits>[0];

/**
 * Runs the node once. Runs with the same `context` belong to the same execution, or to a retry of
 * that execution.
 */
const runOf = (context: object, executionId = '1') =>
	new Credits({
		getContext: () => context,
		getExecutionId: () => executionId,
	} as unknown as Source);

const call = {
	endpoint: 'catalog',
	method: 'POST',
	path: ['scrape'],
	idempotency: 'keyed',
	headers: { 'x-request-id': 'order-1' },
} as unknown as ApiRequest;

const use = (run: Credits, creditsCost: number, maxCredits = 10) =>
	run

		.limitTo(maxCredits)
		?.attempt(call, () => Promise.resolve({ ok: true, answer: { data: { creditsCost } } }));

const messagesOf = (run: Credits) => run.hints().map(({ message }) => message);

test('later runs of the node in the same execution continue the count', async () => {
	const context = {};
	await use(runOf(context), 4);
	const later = runOf(JSON.parse(JSON.stringify(context)) as object);
	later.limitTo(10);
	expect(messagesOf(later)).toEqual(['This node has used 4 of 10 credits in this execution.']);
});

test('Retry of the execution starts at 0 and does not count what was paid before', async () => {
	const context = {};
	await use(runOf(context), 4);
	const retried = runOf(context, '2');
	await use(retried, 4);
	expect(messagesOf(retried)).toEqual(['This node has used 0 of 10 credits in this execution.']);
});

test('the hint is a warning with a remedy when the limit is reached', async () => {
	const run = runOf({});
	await use(run, 10);
	expect(run.hints()).toEqual([
		{
			message:
				"This node has used 10 of 10 credits in this execution. No more requests that cost credits are sent. Increase 'Max Credits per Execution' in the Settings tab to send them.",
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('nothing is stored or reported without a limit', () => {
	const context = {};
	expect(runOf(context).hints()).toEqual([]);
	expect(context).toEqual({});
});

test('the lowest limit of all items applies to all of them', () => {
	const run = runOf({});
	const guard = run.limitTo(5);
	for (const maxCredits of [3, 9, undefined]) expect(run.limitTo(maxCredits)).toBe(guard);
	expect(guard?.maxCredits).toBe(3);
});
