// What an error answer holds beside its words. Specification: Error response shape, `details` ("any; structured per-field validation errors").

import { parseDetails, omitFields } from '../../../nodes/WebData/api/errors/details';

const tooBig = { path: 'timeout', message: 'Too big' };
const aboutBody = (message: string) => ({ path: '', message });

describe('details', () => {
	it.each<[string, unknown, unknown]>([
		['a list of issues', [{ path: ['timeout'], message: 'Too big', code: 'too_big' }], [tooBig]],
		['a list of texts', ['timeout too big'], [aboutBody('timeout too big')]],
		[
			'both in one list',
			['Bad', { path: 'timeout', message: 'Too big' }],
			[aboutBody('Bad'), tooBig],
		],
		['one text', 'some text', [aboutBody('some text')]],
		[
			'the words for each field',
			{ formErrors: ['Bad'], fieldErrors: { timeout: ['Too big', 'Odd'], url: 'Missing' } },
			[
				aboutBody('Bad'),
				tooBig,
				{ path: 'timeout', message: 'Odd' },
				{ path: 'url', message: 'Missing' },
			],
		],
		['the words for each field alone', { fieldErrors: { timeout: ['Too big'] } }, [tooBig]],
		['none in a list', [], undefined],
		['none for a field', { formErrors: [], fieldErrors: {} }, undefined],
	])('that are %s are told by their issues', (_shape, details, issues) => {
		expect(parseDetails(details, 400)).toEqual({ issues, areTold: true });
	});

	it.each<[unknown, unknown]>([
		[{ retryAfterSeconds: 5 }, undefined],
		[{ message: 'Slow', retryAfterSeconds: 5 }, undefined],
		[{ fieldErrors: 'none' }, undefined],
		[{ fieldErrors: { timeout: ['Too big'] }, hint: 'Read the manual' }, [tooBig]],
		[{ fieldErrors: { timeout: [{ max: 5 }] } }, [{ path: 'timeout', message: 'not accepted' }]],
		[[{ path: [], keys: ['x'] }], [aboutBody('not accepted')]],
		[[{ max: 5 }, ['text'], 5, null, ' '], undefined],
		[5, undefined],
		[true, undefined],
		[null, undefined],
		[undefined, undefined],
	])('%j are told by no issues, or not by them alone', (details, issues) => {
		expect(parseDetails(details, 400)).toEqual({ issues, areTold: false });
	});

	it('that name no field are about the request where the status is', () => {
		const told = [400, 403, 422, 500, 503, 200].map(
			(status) => parseDetails(['Out of order'], status).issues !== undefined,
		);
		expect(told).toEqual([true, true, true, false, false, false]);
	});

	it('that name a field are about it at any status', () => {
		expect(parseDetails([tooBig], 500)).toEqual({ issues: [tooBig], areTold: true });
	});

	it('may name a place by what is no name', () => {
		const path = [{ a: 1 }, 'formats', null, 0];
		expect(parseDetails([{ path, message: 'Bad' }], 400).issues).toEqual([
			{ path: 'formats.0', message: 'Bad' },
		]);
	});
});

describe('what is left of an answer', () => {
	it('is everything that has no other place', () => {
		expect(omitFields({ a: 1, b: null, c: [2] }, ['a'])).toEqual({ b: null, c: [2] });
		expect(omitFields({ a: 1 }, ['a'])).toBeUndefined();
	});

	it('is what can be written down: nobody can write what is nested without end', () => {
		const deep: unknown = JSON.parse('['.repeat(9000) + ']'.repeat(9000));
		expect(omitFields({ deep, flat: [[1]] }, [])).toEqual({ flat: [[1]] });
	});
});
