import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

const agent = (operation: string, parameters: INodeParameters): INodeParameters => ({
	resource: 'agent',
	operation,
	...parameters,
});

const run = (rest: Partial<NodeRun> = {}) =>
	execute({
		parameters: { resource: 'scrape', operation: 'scrape', url: 'https://example.com/' },
		onError: 'continueRegularOutput',
		...rest,
	});

const itemOf = async (rest: Partial<NodeRun> = {}) => {
	const { items } = await run(rest);
	return items[0]?.json as { error: string; message: string; details: IDataObject };
};

const answers = (status: number, body: object, when: faults.FaultCondition = {}) =>
	service.addFaults(faults.fault({ kind: 'json', status, body }, { when, times: 0 }));

describe('an error', () => {
	it('names the invalid fields in the response by their labels', async () => {
		const details = { formErrors: [], fieldErrors: { timeout: ['Too big'] } };
		answers(400, { success: false, error: 'Bad Request', details });
		const item = await itemOf();
		const field = 'Options > Page: Timeout (Ms)';
		expect(item.error).toBe(`'${field}': Too big`);
		expect(item.details.fields).toEqual([{ field, message: 'Too big' }]);
		expect(item.details).not.toHaveProperty('answer');
	});

	it("keeps the other fields of the response, and overwrites none of the node's fields", async () => {
		const rest = { requiresAction: true, retryable: 'ask', tries: 99, reason: 'r', fields: [] };
		answers(403, { success: false, error: 'Forbidden', ...rest });
		expect((await itemOf()).details).toEqual({
			httpCode: 403,
			reason: 'forbidden',
			retryable: false,
			tries: 1,
			answer: rest,
		});
	});

	it('masks the key in the other fields of the response', async () => {
		answers(403, { error: 'Forbidden', hint: { keys: [`not ${service.apiKey}`] } });
		expect((await itemOf()).details.answer).toEqual({ hint: { keys: ['not ***'] } });
	});

	it.each([403, 200])(
		'with status %i is the same for a response that is nested too deeply',
		async (status) => {
			const text = `{"success":false,"error":"No","deep":${'['.repeat(9000)}${']'.repeat(9000)}}`;
			const contentType = 'application/json';
			service.addFaults(faults.fault({ kind: 'raw', status, contentType, text }));
			const { details } = await itemOf();
			expect(details.httpCode).toBe(status);
		},
	);

	it('of a single catalog call also keeps the other fields', async () => {
		const error = { code: 'bad_options', message: 'No', requiresAction: { type: 'ask' } };
		answers(200, { success: true, data: { catalog: [{ error }] } });
		const catalogJson = '[{"provider":"a","capability":"b"}]';
		const { details } = await itemOf({
			parameters: { resource: 'catalog', operation: 'call', specifyCalls: 'json', catalogJson },
		});
		expect(details).toMatchObject({
			code: 'bad_options',
			call: 1,
			answer: { requiresAction: { type: 'ask' } },
		});
	});
});

/** The specification does not define the status response of a failed run. */
describe('a failed run with success: false at status 200', () => {
	const prompt = 'Summarize [ms:0]';
	const failed = { success: false, status: 'failed', error: 'It failed', creditsUsed: 0 };
	const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

	it('has the reason from its trace', async () => {
		answers(200, failed, { method: 'GET', path: `/v2/agent/${jobId}` });
		const events = [{ type: 'run.finished', error: { code: 'refused' } }];
		answers(200, { success: true, events }, { path: `/v2/agent/${jobId}/trace` });
		expect(await itemOf({ parameters: agent('wait', { jobId }) })).toMatchObject({
			error: 'It failed',
			details: { code: 'refused', reason: 'refused', jobId, status: 'failed' },
		});
	});

	it('is not polled again by the next attempt of the node', async () => {
		const context: IDataObject = {};
		answers(200, failed, { method: 'GET', path: '/v2/agent/*' });
		await itemOf({ context, parameters: agent('run', { prompt }) });
		await itemOf({ context, parameters: agent('run', { prompt }) });
		expect(service.agentStarts).toBe(2);
	});

	it('is returned by Get as an item', async () => {
		answers(200, failed, { method: 'GET', path: `/v2/agent/${jobId}` });
		const { items } = await run({ parameters: agent('get', { jobId }) });
		expect(items[0]?.json).toEqual({
			status: 'failed',
			jobId,
			creditsUsed: 0,
			failure: 'It failed',
		});
	});
});
