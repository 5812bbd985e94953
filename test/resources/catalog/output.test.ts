import { mentionedCalls } from '../../../nodes/WebData/resources/catalog/operations';
import { planOf } from '../../support/planOf';

const names = { provider: 'rates', capability: 'convert' };

const partsFor = (...entries: unknown[]) => {
	const plan = planOf('catalog', 'call', {
		specifyCalls: 'json',
		catalogJson: entries.map(() => names),
	});
	const answer = { success: true, data: { catalog: entries } };
	return [...plan.toOutput(answer, { simplify: true, nowMs: 0 }).parts];
};

const paid = { ...names, data: { result: 108 }, creditsCost: 1 };

test.each<[unknown, string]>([
	['boom', 'boom'],
	[{ code: 'no_such_currency', message: 'EUX is not a currency' }, 'EUX is not a currency'],
	[true, 'The catalog call failed'],
])('the error %j is a failure of its call with the text of the service', (error, message) => {
	expect(partsFor({ ...names, error }, paid)).toMatchObject([
		{ failure: { errorId: 'callFailed', message, retry: 'never', facts: { call: 1, ...names } } },
		{ json: paid },
	]);
});

test('a failed call with a code of the service has the error of the code', () => {
	const error = { code: 'UNKNOWN_ERROR', message: 'It broke' };
	expect(partsFor({ ...names, error })).toMatchObject([{ failure: { errorId: 'unknownError' } }]);
});

test.each<[number, string, boolean]>([
	[5, 'This call was charged 5 credits.', true],
	[0, 'This call was not charged.', false],
])('a failed call with the price %i reports its cost', (creditsCost, sentence, charged) => {
	const entry = { ...names, error: 'boom', creditsCost, data: [1], upstreamStatus: 500 };
	expect(partsFor(entry)).toEqual([
		{
			failure: expect.objectContaining({
				cause: expect.stringContaining(sentence) as string,
				possiblyExecuted: charged,
				facts: { creditsCost, data: [1], upstreamStatus: 500, call: 1, ...names },
			}) as object,
		},
	]);
});

const calls = [
	{ provider: 'rates', capability: 'convert' },
	{ provider: 'exchange-rates', capability: 'convert' },
	{ provider: 'weather', capability: 'rates/today' },
];

test.each([
	["Unknown provider 'exchange-rates'", [2]],
	['rates/convert does not exist', [1]],
	['No capability convert', [1, 2]],
	['old-rates and rates_2 are unknown', []],
])('%s names the calls %j', (text, numbers) => {
	expect(mentionedCalls(text, calls)).toEqual(numbers);
});

test('every text concerns the call if there is only one call', () => {
	expect(mentionedCalls('Not found', calls.slice(0, 1))).toEqual([1]);
});
