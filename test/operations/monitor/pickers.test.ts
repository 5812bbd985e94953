import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { monitorResource } from '../../../nodes/WebData/operations/monitor';
import { searchChecks, searchMonitors } from '../../../nodes/WebData/operations/monitor/pickers';
import { fails, MINUTE, NOW, responds, script } from '../pickerScript';

const monitorId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const monitors = (count: number, from = 0): JsonObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `m${from + index}`,
		name: `M${from + index}`,
	}));

it('the form uses searchMonitors and searchChecks for its lists', () => {
	const fields = monitorResource.operations.flatMap((operation) => operation.fields);
	const methods = fields.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	expect(new Set(methods)).toEqual(new Set(['searchMonitors', 'searchChecks']));
});

describe('searchMonitors', () => {
	it('names a monitor by its name, and by its status unless it is active', async () => {
		const session = script(
			{},
			responds({
				success: true,
				data: [
					{ id: 'a', name: 'Prices', status: 'active' },
					{ id: 'b', name: 'Jobs', status: 'paused' },
					{ id: 'c' },
					{ name: 'no ID' },
				],
			}),
		);
		expect(await searchMonitors(session, '')).toEqual({
			choices: [
				{ name: 'Prices', value: 'a' },
				{ name: 'Jobs, paused', value: 'b' },
				{ name: 'c', value: 'c' },
			],
			next: undefined,
		});
	});

	it('reads further pages until a monitor matches the filter', async () => {
		const session = script(
			{},
			responds({ data: monitors(100) }),
			responds({ data: monitors(3, 100) }),
		);
		expect(await searchMonitors(session, ' m101 ')).toEqual({
			choices: [{ name: 'M101', value: 'm101' }],
			next: undefined,
		});
		expect(session.requests.map(({ query }) => query)).toEqual([
			{ limit: '100', offset: '0' },
			{ limit: '100', offset: '100' },
		]);
	});

	it('returns the failure of the service', async () => {
		const failure = fails('unauthorized');
		expect(await searchMonitors(script({}, failure), '')).toEqual(failure);
	});
});

describe('searchChecks', () => {
	it('names a check by its age, its status, and its changes', async () => {
		const createdAt = new Date(NOW - 5 * MINUTE).toISOString();
		const session = script(
			{ monitorId },
			responds({
				data: [
					{
						id: 'a',
						status: 'completed',
						createdAt,
						summary: { same: 4, changed: 2, new: 1, removed: 0, error: 0 },
					},
					{ id: 'b', status: 'running', createdAt },
				],
			}),
		);
		expect(await searchChecks(session, '')).toEqual({
			choices: [
				{ name: '5 min ago, completed, 2 changed, 1 new', value: 'a' },
				{ name: '5 min ago, running', value: 'b' },
			],
		});
		expect(session.requests[0]?.path).toEqual(['monitor', monitorId, 'checks']);
	});

	it('requires a monitor first if none is selected', async () => {
		const session = script({});
		expect(await searchChecks(session, '')).toMatchObject({ failure: { errorId: 'noMonitor' } });
		expect(session.requests).toEqual([]);
	});
});
