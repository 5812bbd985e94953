import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { findOperation } from '../../../nodes/WebData/operations';

const ids = { jobId: '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17', snapshotId: 'snap_01HZX' };

function outputOf(response: JsonObject, values = {}) {
	const plan = findOperation('agent', 'getSnapshot')?.plan({ ...ids, ...values });
	if (plan === undefined || 'issues' in plan) throw new Error('The form is not valid');
	const [part] = plan.toParts(response, { simplify: true });
	return { part, notices: plan.notices(response, 0).map(({ kind }) => kind) };
}

it('returns a JSON snapshot parsed', () => {
	expect(outputOf({ success: true, snapshot: '{"a":1}' })).toEqual({
		part: { json: { snapshot: { a: 1 }, ...ids, kind: 'json' } },
		notices: [],
	});
});

it('returns a snapshot as a file named after its ID', () => {
	const { part } = outputOf(
		{ snapshot: '# Title' },
		{ outputAs: 'file', snapshotKind: 'markdown' },
	);
	expect(part).toEqual({
		json: { ...ids, kind: 'markdown' },
		files: [
			{
				field: 'data',
				content: Buffer.from('# Title'),
				fileName: 'snap_01HZX.md',
				mimeType: 'text/markdown',
			},
		],
	});
});

it('keeps an empty snapshot', () => {
	expect(outputOf({ snapshot: '' })).toMatchObject({
		part: { json: { snapshot: '', kind: 'text' } },
		notices: [],
	});
});

it.each([
	['data', 'json', {}],
	['a file', 'file', {}],
	['data, with null', 'json', { snapshot: null }],
])('returns the response with a hint if there is no snapshot for %s', (_case, outputAs, body) => {
	const response = { success: true, url: 'https://example.com/snap.json', ...body };
	const { part, notices } = outputOf(response, { outputAs });
	expect(part).toEqual({ json: { ...response, ...ids } });
	expect(notices).toEqual(['noSnapshot']);
});
