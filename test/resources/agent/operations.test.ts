import type { JsonObject } from '../../../nodes/WebData/json/json';
import { toRunParts } from '../../../nodes/WebData/resources/agent/operations';
import { readSnapshot } from '../../../nodes/WebData/resources/agent/snapshots';
import { runStatus } from '../../spec/answers';
import { planOf } from '../../support/planOf';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

function outputOf(operation: string, values: object, response: JsonObject, simplify = true) {
	const plan = planOf('agent', operation, { jobId, ...values });
	const { parts, notices = [] } = plan.toOutput(response, { simplify, nowMs: 0 });
	return { parts: [...parts], notices: notices.map(({ text }) => text) };
}

describe('an agent run', () => {
	const itemOf = (response: JsonObject, simplify = true): JsonObject => {
		const [part] = toRunParts({ ...response, jobId }, simplify);
		return part !== undefined && 'json' in part ? part.json : {};
	};

	it('has no fields that repeat the request, and a renamed error, with Simplify', () => {
		const { success: _s, model: _m, effort: _e, mode: _c, error, ...kept } = runStatus;
		expect(itemOf(runStatus)).toEqual({ ...kept, failure: error, jobId });
		expect(itemOf(runStatus, false)).toEqual({ ...runStatus, jobId });
	});
});

describe('a trace', () => {
	const events = ['run.started', 'progress.reported', 'run.finished'].map((type) => ({ type }));
	const traceOf = (response: JsonObject, values = {}, simplify = true) => {
		const { parts, notices } = outputOf('getTrace', values, response, simplify);
		return { items: parts.map((part) => ('json' in part ? part.json : undefined)), notices };
	};

	it('has one item per event', () => {
		expect(traceOf({ success: true, events })).toEqual({ items: events, notices: [] });
		expect(traceOf({ success: true, events: [] })).toEqual({ items: [], notices: [] });
		const odd = traceOf({ events: ['done', null] });
		expect(odd.items).toEqual([{ event: 'done' }, { event: null }]);
	});

	it('has the newest events up to the limit, even in the whole response', () => {
		const newest = events.slice(1);
		expect(traceOf({ events }, { limit: 2 }).items).toEqual(newest);
		expect(traceOf({ events }, { limit: 2 }, false).items).toEqual([{ events: newest }]);
	});

	const noList = 'The response contains no list of events, so the item contains the whole response';

	it.each([{}, { events: { count: 3 } }, { events: null }])(
		'is the response, with a hint, if it has no list: %j',
		(body) => {
			const response = { success: true, traceUrl: 'https://example.com/trace', ...body };
			expect(traceOf(response)).toEqual({ items: [response], notices: [noList] });
		},
	);
});

describe('a snapshot', () => {
	it('that is a link to a screenshot is downloaded as a file', () => {
		const form = { outputAs: 'file', binaryPropertyName: 'shot', snapshotKind: 'screenshot' };
		const snapshot = 'https://example.com/shot';
		const { parts } = outputOf('getSnapshot', { snapshotId: 's', ...form }, { snapshot });
		const fallback = { name: 's', mimeType: 'image/png' };
		expect(parts).toMatchObject([{ files: [{ field: 'shot', url: snapshot, fallback }] }]);
	});

	const ids = { jobId, snapshotId: 'snap_01HZX' };
	const snapshotOf = (response: JsonObject, values = {}) =>
		outputOf('getSnapshot', { ...ids, ...values }, response);

	it('is parsed if it is JSON', () => {
		expect(snapshotOf({ success: true, snapshot: '{"a":1}' })).toEqual({
			parts: [{ json: { snapshot: { a: 1 }, ...ids, kind: 'json' } }],
			notices: [],
		});
	});

	const noSnapshot = 'The response contains no snapshot, so the item contains the whole response';

	it.each([
		['a file', 'file', {}],
		['data, with null', 'json', { snapshot: null }],
	])('is the response, with a hint, if there is none for %s', (_case, outputAs, body) => {
		const response = { success: true, url: 'https://example.com/snap.json', ...body };
		const parts = [{ json: { ...response, ...ids } }];
		expect(snapshotOf(response, { outputAs })).toEqual({ parts, notices: [noSnapshot] });
	});

	it.each<[unknown, string, unknown]>([
		['{"a":1}', 'json', { a: 1 }],
		['{not json', 'text', '{not json'],
		['<div class="a">', 'html', '<div class="a">'],
	])('%j is of the kind %s', (snapshot, kind, value) => {
		expect(readSnapshot(snapshot, 'auto')).toMatchObject({ kind, value });
	});

	it('that is a screenshot is decoded, with or without a data URI prefix', () => {
		const base64 = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
		for (const text of [base64, `data:image/png;base64,${base64}`]) {
			expect(readSnapshot(text, 'auto').bytes.subarray(1, 4).toString()).toBe('PNG');
		}
	});
});
