import type { IContextObject } from 'n8n-workflow';
import { Credits } from '../../nodes/WebData/host/credits';
import { routes } from '../cases/routes';

interface Contexts {
	flow: IContextObject;
	node: IContextObject;
}

const newContexts = (): Contexts => ({ flow: {}, node: {} });

/** Calls that share `contexts` belong to one execution, or to a retry of that execution. */
const runOf = (contexts: Contexts, executionId = '1') =>
	new Credits({ ...contexts, executionId, identityOf: () => executionId });

const call = { route: routes.catalog, headers: { 'x-request-id': 'order-1' } };

const use = (run: Credits, creditsCost: number, maxCredits = 10) =>
	run.limitTo(maxCredits).count(call, { ok: true, answer: { data: { creditsCost } } });

const messagesOf = (run: Credits) => run.notices().map(({ text }) => text);

test('Retry of the execution starts at 0 and does not count credits of the first execution', async () => {
	const contexts = newContexts();
	use(runOf(contexts), 4);
	const retried = runOf(contexts, '2');
	use(retried, 4);
	expect(messagesOf(retried)).toEqual(['This execution has used 0 of 10 credits']);
});

test('the lowest limit of all items applies to all of them', () => {
	const run = runOf(newContexts());
	const guard = run.limitTo(5);
	for (const maxCredits of [3, 9, undefined]) expect(run.limitTo(maxCredits)).toBe(guard);
	expect(guard.maxCredits).toBe(3);
});
