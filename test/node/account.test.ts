import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond } = useBuiltNode();

const queries = () =>
	service.requests.map(({ path }) => Object.fromEntries(new URL(path, service.url).searchParams));

describe('Get Credit History', () => {
	const periods = ['08', '09', '10'].map((month) => ({
		startDate: `2026-${month}-01T00:00:00.000Z`,
		endDate: `2026-${month}-28T00:00:00.000Z`,
		creditsUsed: Number(month) * 100,
	}));

	it.each<[string, Form, object[]]>([
		['all periods by default', {}, periods],
		['the newest periods up to the limit', { limit: 2 }, periods.slice(1)],
	])('returns %s', async (_what, form, items) => {
		respond({ success: true, periods });
		expect((await run('account.getCreditHistory', form)).json).toEqual(items);
	});
});

describe('Get Activity', () => {
	const page = (from: number, count: number, cursor: string | null) =>
		respond({
			success: true,
			data: emptyItems(count).map((_, index) => ({ id: String(from + index), endpoint: 'scrape' })),
			cursor,
			has_more: cursor !== null,
		});
	const limit = '100';

	it.each<[string, Form, number, object[]]>([
		['one page by default', {}, 50, [{}]],
		['the pages up to the limit', { limit: 120 }, 120, [{ limit }, { limit, cursor: 'a' }]],
		['all pages with Return All', { returnAll: true }, 130, [{ limit }, { limit, cursor: 'a' }]],
	])('returns %s', async (_what, form, count, expected) => {
		page(0, 100, 'a');
		page(100, 30, null);
		const { json } = await run('account.getActivity', form);
		expect(json.map(({ id }) => Number(id))).toEqual(emptyItems(count).map((_, index) => index));
		expect(queries()).toEqual(expected);
	});
});
