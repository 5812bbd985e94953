import { findOperation } from '../../../nodes/WebData/operations';
import { runStatus } from '../../spec/answers';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

it('returns the result first, with the job ID', () => {
	const plan = findOperation('agent', 'get')?.plan({ jobId });
	if (plan === undefined || 'issues' in plan) throw new Error('The form is not valid');
	const [part] = plan.toParts(runStatus, { simplify: true });
	const json = part !== undefined && 'json' in part ? part.json : {};
	expect(Object.keys(json).slice(0, 6)).toEqual([
		'data',
		'message',
		'suggestions',
		'pendingApproval',
		'status',
		'jobId',
	]);
	expect(json).toMatchObject({ jobId });
});
