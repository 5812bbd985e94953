// Switches of a scrape that the service would refuse together. Specification: Scrape request body, Scrape options, Errors of POST /v2/scrape.

import { findConflicts } from '../../../nodes/WebData/api/scrape/conflicts';

const refused = ['domainTools', 'onlyCleanContent'] as const;
const keepNothing = ['zeroDataRetention', 'lockdown'] as const;
const pairs = refused.flatMap((name) => keepNothing.map((other) => [name, other] as const));

test.each(pairs)('%s cannot be on with %s, and the message names both', (name, other) => {
	expect(findConflicts({ [name]: true, [other]: true })).toEqual([
		{ path: [name], message: `cannot be on together with {${other}}` },
	]);
});

test.each(pairs)('%s and %s may be there while one of them is off', (name, other) => {
	for (const [one, two] of [
		[true, false],
		[false, true],
		[false, false],
		[true, undefined],
		[undefined, true],
	]) {
		expect(findConflicts({ [name]: one, [other]: two })).toEqual([]);
	}
});

test('every pair that is on is told', () => {
	const all = Object.fromEntries([...refused, ...keepNothing].map((name) => [name, true]));
	expect(findConflicts(all).map(({ path: [name], message }) => [name, message])).toEqual(
		pairs.map(([name, other]) => [name, `cannot be on together with {${other}}`]),
	);
});

test('what only keeps nothing, and what is only allowed then, stands alone', () => {
	expect(findConflicts({ zeroDataRetention: true, lockdown: true })).toEqual([]);
	expect(findConflicts({ domainTools: true, onlyCleanContent: true })).toEqual([]);
});
