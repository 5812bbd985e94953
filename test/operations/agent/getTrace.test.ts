import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { findOperation } from '../../../nodes/WebData/operations';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

function outputOf(response: JsonObject, { simplify = true, values = {} } = {}) {
	const plan = findOperation('agent', 'getTrace')?.plan({ jobId, ...values });
	if (plan === undefined || 'issues' in plan) throw new Error('The form is not valid');
	const parts = plan.toParts(response, { simplify });
	return {
		items: parts.map((part) => ('json' in part ? part.json : undefined)),
		notices: plan.notices(response, 0).map(({ kind }) => kind),
	};
}

const events = ['run.started', 'progress.reported', 'run.finished'].map((type) => ({ type }));

it('returns one item per event', () => {
	expect(outputOf({ success: true, events })).toEqual({ items: events, notices: [] });
});

it('returns the newest events up to the limit, even in the whole response', () => {
	const values = { limit: 2 };
	expect(outputOf({ events }, { values }).items).toEqual(events.slice(1));
	expect(outputOf({ events }, { values, simplify: false }).items).toEqual([
		{ events: events.slice(1) },
	]);
});

it('wraps an event that is not an object in an item', () => {
	expect(outputOf({ events: ['done', null] }).items).toEqual([{ event: 'done' }, { event: null }]);
});

it('returns no item and no hint for a run without events', () => {
	expect(outputOf({ success: true, events: [] })).toEqual({ items: [], notices: [] });
});

it.each([
	['is missing', {}],
	['is not a list', { events: { count: 3 } }],
	['is null', { events: null }],
])('returns the response with a hint if the list %s', (_case, body) => {
	const response = { success: true, traceUrl: 'https://example.com/trace', ...body };
	expect(outputOf(response)).toEqual({ items: [response], notices: ['noEvents'] });
});
