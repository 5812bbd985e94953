import * as workflow from 'n8n-workflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { forErrorOutput } from '../../../nodes/WebData/host/output/errorOutput';

jest.mock('n8n-workflow', () => ({ __esModule: true }));

const host = workflow as { ACTIONABLE_CAUSES?: unknown };

const nodeWith = (onError?: INode['onError']) => ({ name: 'Web Data', onError }) as INode;

const page: INodeExecutionData = { json: { markdown: '# Page' }, pairedItem: { item: 0 } };
const failed: INodeExecutionData = {
	json: {
		error: 'Forbidden',
		message: 'Use another key.',
		details: { httpCode: 403, jobId: 'a-job' },
	},
	pairedItem: { item: 1 },
};
const items = [page, failed];

describe('a version of n8n before 2.37', () => {
	beforeEach(() => {
		host.ACTIONABLE_CAUSES = undefined;
	});

	it('gets only the fields error and message, with the details in the message', () => {
		expect(forErrorOutput(nodeWith('continueErrorOutput'), items)).toEqual([
			page,
			{
				json: {
					error: 'Forbidden',
					message: 'Use another key. Details: {"httpCode":403,"jobId":"a-job"}',
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	it('gets a message even if the error has none, because n8n requires a message', () => {
		const silent = { json: { error: 'Forbidden', message: '', details: { tries: 1 } } };
		const [item] = forErrorOutput(nodeWith('continueErrorOutput'), [silent]);
		expect(item?.json).toEqual({ error: 'Forbidden', message: 'Details: {"tries":1}' });
	});

	it.each([['continueRegularOutput'], ['stopWorkflow'], [undefined]] as const)(
		'gets items unchanged if On Error is %s',
		(onError) => {
			expect(forErrorOutput(nodeWith(onError), items)).toEqual(items);
		},
	);
});

it('a version of n8n from 2.37 on gets items unchanged', () => {
	host.ACTIONABLE_CAUSES = [];
	expect(forErrorOutput(nodeWith('continueErrorOutput'), items)).toEqual(items);
});
