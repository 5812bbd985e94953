import * as workflow from 'n8n-workflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { forErrorOutput } from '../../../nodes/WebData/host/output/errors';

jest.mock('n8n-workflow', () => ({ __esModule: true }));

const host = workflow as { ACTIONABLE_CAUSES?: unknown };

const outputOf = (onError: INode['onError'], items: INodeExecutionData[]) =>
	forErrorOutput({ name: 'Web Data', onError } as INode, items);

const page: INodeExecutionData = { json: { markdown: '# Page' }, pairedItem: { item: 0 } };
const failed = (message: string, details: object): INodeExecutionData => ({
	json: { error: 'Forbidden', message, details: details as never },
	pairedItem: { item: 1 },
});
const items = [page, failed('Use another key.', { httpCode: 403, jobId: 'a-job' })];

beforeEach(() => {
	host.ACTIONABLE_CAUSES = undefined;
});

it('n8n before 2.37 gets only error and message, with the details in the message', () => {
	const json = {
		error: 'Forbidden',
		message: 'Use another key. Details: {"httpCode":403,"jobId":"a-job"}',
	};
	expect(outputOf('continueErrorOutput', items)).toEqual([page, { json, pairedItem: { item: 1 } }]);
});

it('n8n gets items unchanged if On Error has another value, or from 2.37 on', () => {
	for (const onError of ['continueRegularOutput', 'stopWorkflow', undefined] as const) {
		expect(outputOf(onError, items)).toEqual(items);
	}
	host.ACTIONABLE_CAUSES = [];
	expect(outputOf('continueErrorOutput', items)).toEqual(items);
});
