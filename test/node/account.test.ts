import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

const account = (operation: string, form: Record<string, unknown> = {}) =>
	execute({
		parameters: { resource: 'account', operation, ...form } as never,
		onError: 'continueRegularOutput',
	});

const jsonOf = async (operation: string, form?: Record<string, unknown>) =>
	(await account(operation, form)).items.map(({ json }) => json);

const respond = (path: string, body: object, status = 200) =>
	service.addFaults(faults.fault({ kind: 'json', status, body }, { when: { path }, times: 0 }));

const received = () =>
	service.requests.map(({ method, path }) => {
		const { pathname, searchParams } = new URL(path, service.url);
		return [method, pathname, Object.fromEntries(searchParams)];
	});

describe('Get Credit Usage', () => {
	it('returns the credits of the account', async () => {
		expect(await jsonOf('getCreditUsage')).toEqual([
			{
				remainingCredits: 100_000,
				planCredits: 100_000,
				billingPeriodStart: expect.stringMatching(/^\d{4}-\d\d-01T/),
				billingPeriodEnd: expect.stringMatching(/^\d{4}-\d\d-01T/),
			},
		]);
		expect(received()).toEqual([['GET', '/v2/team/credit-usage', {}]]);
	});

	it('reports that a server without billing has no balance', async () => {
		respond('/v2/team/credit-usage', { success: false, error: 'Could not find credit usage' }, 404);
		expect(await jsonOf('getCreditUsage')).toMatchObject([
			{
				error: 'No credit balance for this account',
				message: expect.stringContaining('self-hosted server without billing'),
				details: { reason: 'noCreditBalance', retryable: false, tries: 1 },
			},
		]);
	});
});

describe('Get Credit History', () => {
	const periods = [8, 9, 10].map((month) => ({
		startDate: `2026-${String(month).padStart(2, '0')}-01T00:00:00.000Z`,
		endDate: `2026-${String(month + 1).padStart(2, '0')}-01T00:00:00.000Z`,
		creditsUsed: month * 100,
	}));
	const path = '/v2/team/credit-usage/historical';

	beforeEach(() => respond(path, { success: true, periods }));

	it('returns one item for each period', async () => {
		expect(await jsonOf('getCreditHistory')).toEqual(periods);
		expect(received()).toEqual([['GET', path, {}]]);
	});

	it('returns the newest periods up to the limit', async () => {
		expect(await jsonOf('getCreditHistory', { limit: 2 })).toEqual(periods.slice(1));
		expect(await jsonOf('getCreditHistory', { limit: 2, returnAll: true })).toEqual(periods);
	});

	it('requests one entry for each API key if By API Key is on', async () => {
		await jsonOf('getCreditHistory', { options: { byApiKey: true } });
		await jsonOf('getCreditHistory', { options: { byApiKey: false } });
		expect(received()).toEqual([
			['GET', path, { byApiKey: 'true' }],
			['GET', path, {}],
		]);
	});
});

/** Queue status that the open-source version of the service returned. */
const queue = {
	jobsInQueue: 2,
	activeJobsInQueue: 2,
	waitingJobsInQueue: 0,
	maxConcurrency: 2,
	mostRecentSuccess: null,
};

it.each([
	['getQueueStatus', '/v2/team/queue-status', queue],
	['getConcurrency', '/v2/concurrency-check', { concurrency: 2, maxConcurrency: 2 }],
])('%s returns one item', async (operation, path, facts) => {
	respond(path, { success: true, ...facts });
	expect(await jsonOf(operation)).toEqual([facts]);
	expect(received()).toEqual([['GET', path, {}]]);
});

describe('Get Activity', () => {
	const path = '/v2/team/activity';
	const entry = (id: number) => ({
		id: String(id),
		endpoint: 'scrape',
		api_version: 'v2',
		created_at: '2026-11-22T05:27:16.812Z',
		target: 'https://northmole.example/',
	});
	const entries = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => entry(from + index));
	const page = (data: object[], cursor: string | null) =>
		service.addFaults(
			faults.fault(
				{
					kind: 'json',
					status: 200,
					body: { success: true, data, cursor, has_more: cursor !== null },
				},
				{ when: { path } },
			),
		);
	const idsOf = async (form?: Record<string, unknown>) =>
		(await jsonOf('getActivity', form)).map(({ id }) => id);

	it('returns the entries of one page by default', async () => {
		page(entries(0, 50), 'next');
		expect(await idsOf()).toHaveLength(50);
		expect(received()).toEqual([['GET', path, {}]]);
	});

	it('follows the cursor until the limit', async () => {
		page(entries(0, 100), 'a');
		page(entries(100, 100), 'b');
		expect((await idsOf({ limit: 120 })).at(-1)).toBe('119');
		expect(received()).toEqual([
			['GET', path, { limit: '100' }],
			['GET', path, { limit: '100', cursor: 'a' }],
		]);
	});

	it('follows the cursor to the end with Return All', async () => {
		page(entries(0, 100), 'a');
		page(entries(100, 20), null);
		expect(await idsOf({ returnAll: true })).toHaveLength(120);
	});

	it('requests the activity of one endpoint', async () => {
		page([entry(1)], null);
		await idsOf({ limit: 5, options: { endpoint: 'batch_scrape' } });
		expect(received()).toEqual([['GET', path, { limit: '5', endpoint: 'batch_scrape' }]]);
	});

	it('has a hint if no request matches', async () => {
		page([], null);
		const { items, hints } = await account('getActivity');
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'The account had no matching request in the last 24 hours.',
		]);
	});

	it('reports that a server without an account database has no activity', async () => {
		respond(path, { success: false, error: 'Failed to fetch activity.' }, 500);
		const form = { requestSettings: { maxTries: 1 } };
		expect(await jsonOf('getActivity', form)).toMatchObject([
			{ error: 'Account data not available', details: { retryable: true } },
		]);
	});
});
