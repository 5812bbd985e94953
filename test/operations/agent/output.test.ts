import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { toJobParts } from '../../../nodes/WebData/operations/agent/output';
import { runStatus } from '../../spec/answers';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

const itemOf = (response: JsonObject, simplify = true): JsonObject => {
	const [part] = toJobParts({ ...response, jobId }, simplify);
	return part !== undefined && 'json' in part ? part.json : {};
};

it('removes fields that repeat the request, and renames error, with Simplify', () => {
	const { success: _s, model: _m, effort: _e, mode: _c, error, ...kept } = runStatus;
	expect(itemOf(runStatus)).toEqual({ ...kept, failure: error, jobId });
});

it('keeps unknown fields', () => {
	const question = { status: 'completed', clarification: { question: 'Which harbor?' } };
	expect(itemOf({ success: true, ...question })).toEqual({ ...question, jobId });
});

it('adds no field that the response does not have', () => {
	expect(itemOf({ success: true, status: 'processing', model: 'spark-2' })).toEqual({
		status: 'processing',
		jobId,
	});
});

it('returns the whole response without Simplify', () => {
	expect(itemOf(runStatus, false)).toEqual({ ...runStatus, jobId });
});
