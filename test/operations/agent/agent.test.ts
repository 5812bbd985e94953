// An agent run as an item. Specification: Agent errors, a run that hits its `maxCredits`; the other fields are the living service's.

import { findOperation } from '../../../nodes/WebData/operations';
import { runStatus } from '../../spec/answers';

const ID = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

const itemOf = (answer: object, simplify = true): Record<string, unknown> => {
	const plan = findOperation('agent', 'get')?.plan({ jobId: ID });
	if (plan === undefined || 'issues' in plan) throw new Error('The form does not fit');
	const [part] = plan.toParts(answer as never, { simplify });
	return part !== undefined && 'json' in part ? part.json : {};
};

test('has what a person or the next run of a conversation needs, the result first', () => {
	const { success: _s, model: _m, effort: _e, mode: _c, error, ...kept } = runStatus;
	const item = itemOf(runStatus);
	expect(item).toEqual({ ...kept, failure: error, id: ID });
	expect(Object.keys(item).slice(0, 4)).toEqual([
		'data',
		'message',
		'suggestions',
		'pendingApproval',
	]);
});

test('has what nobody has heard of, too', () => {
	const question = { status: 'completed', clarification: { question: 'Which harbour?' } };
	expect(itemOf({ success: true, ...question })).toEqual({ ...question, id: ID });
});

test('has nothing that did not come', () => {
	expect(itemOf({ success: true, status: 'processing', model: 'spark-2' })).toEqual({
		status: 'processing',
		id: ID,
	});
});

test('is the whole answer without Simplify', () => {
	expect(itemOf(runStatus, false)).toEqual({ ...runStatus, id: ID });
});
