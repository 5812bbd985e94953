import { mentionedCalls } from '../../../nodes/WebData/operations/catalog/mentionedCalls';

const calls = [
	{ provider: 'rates', capability: 'convert' },
	{ provider: 'exchange-rates', capability: 'convert' },
	{ provider: 'weather', capability: 'rates/today' },
];

test.each([
	["Unknown provider 'exchange-rates'", [2]],
	['Unknown provider exchange-rates.', [2]],
	["Unknown provider 'rates'", [1]],
	['rates/convert does not exist', [1]],
	['No capability "rates/today" at weather', [3]],
	['No capability convert', [1, 2]],
	['Unknown provider', []],
	['old-rates and rates_2 are unknown', []],
])('%s names the calls %j', (text, numbers) => {
	expect(mentionedCalls(text, calls)).toEqual(numbers);
});

test('every text concerns the call if there is only one call', () => {
	expect(mentionedCalls('Not found', calls.slice(0, 1))).toEqual([1]);
});
