import type { IContextObject } from 'n8n-workflow';
import type { ExecutionCreditGuard } from '../../nodes/WebData/client/credits';
import { creditNotices, openCreditGuard } from '../../nodes/WebData/host/credits';
import { routes } from '../cases/routes';

interface Contexts {
	flow: IContextObject;
	node: IContextObject;
}

const newContexts = (): Contexts => ({ flow: {}, node: {} });

/** Calls that share `contexts` belong to one execution, or to a retry of that execution. */
const runOf = (contexts: Contexts, executionId = '1') =>
	openCreditGuard({ ...contexts, executionId, identity: executionId });

const call = { route: routes.catalog, headers: { 'x-request-id': 'order-1' } };

const use = (run: ExecutionCreditGuard, creditsCost: number, maxCredits = 10) => {
	run.limitTo(maxCredits);
	run.count(call, { ok: true, answer: { data: { creditsCost } } });
};

const messagesOf = (run: ExecutionCreditGuard) => creditNotices(run).map(({ text }) => text);

test('Retry of the execution starts at 0 and does not count credits of the first execution', async () => {
	const contexts = newContexts();
	use(runOf(contexts), 4);
	const retried = runOf(contexts, '2');
	use(retried, 4);
	expect(messagesOf(retried)).toEqual(['This execution has used 0 of 10 credits']);
});

test('the lowest limit of all items applies to all of them', () => {
	const run = runOf(newContexts());
	for (const maxCredits of [5, 3, 9, undefined]) run.limitTo(maxCredits);
	expect(run.maxCredits).toBe(3);
});
