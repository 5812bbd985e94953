// What becomes of the results of catalog calls, one by one. Specification: Rules for catalog mode, 4, which leaves the answer open.

import { findOperation } from '../../../nodes/WebData/operations';

const names = { provider: 'rates', capability: 'convert' };

const partsFor = (...entries: unknown[]) => {
	const plan = findOperation('catalog', 'call')?.plan({
		specifyCalls: 'json',
		catalogJson: entries.map(() => names),
	});
	if (plan === undefined || 'issues' in plan) throw new Error('The form does not fit');
	return plan.toParts({ success: true, data: { catalog: entries } }, { simplify: true });
};

const paid = { ...names, data: { result: 108 }, creditsCost: 1 };

test.each<[unknown, string]>([
	['boom', 'boom'],
	[{ code: 'no_such_currency', message: 'EUX is no currency' }, 'EUX is no currency'],
	[['too few', 'too late'], 'too few; too late'],
	[503, '503'],
	[true, 'The catalog call failed'],
	[{}, 'The catalog call failed'],
])('the error %j is a failure of its call alone, in its own words', (error, message) => {
	expect(partsFor({ ...names, error }, paid)).toEqual([
		{
			failure: expect.objectContaining({
				errorId: 'callFailed',
				message,
				retry: 'never',
				facts: { call: 1, ...names },
			}) as object,
		},
		{ json: expect.objectContaining(paid) as object },
	]);
});

test.each([[undefined], [null], [''], [false], [[]]])('the error %j is none', (error) => {
	const [part] = partsFor({ ...paid, error });
	expect(part).toMatchObject({ json: paid });
});
