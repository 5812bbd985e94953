import { omitFields, parseDetails } from '../../nodes/WebData/errors/details';

const tooBig = { path: ['timeout'], message: 'Too big' };
const aboutBody = (message: string) => ({ path: [], message });

describe('parseDetails', () => {
	it.each<[unknown, unknown]>([
		[
			['Bad', { path: ['timeout'], message: 'Too big', code: 'too_big' }],
			[aboutBody('Bad'), tooBig],
		],
		['some text', [aboutBody('some text')]],
		[{ formErrors: ['Bad'], fieldErrors: { timeout: 'Too big' } }, [aboutBody('Bad'), tooBig]],
		[{ fieldErrors: { timeout: ['Too big'] } }, [tooBig]],
		[[], undefined],
		[{ formErrors: [], fieldErrors: {} }, undefined],
	])('reads %j', (details, issues) => {
		expect(parseDetails(details, 400)).toEqual({ issues, complete: true });
	});

	it.each<[unknown, unknown]>([
		[{ retryAfterSeconds: 5 }, undefined],
		[{ fieldErrors: 'none' }, undefined],
		[{ fieldErrors: { timeout: ['Too big'] }, hint: 'Read the manual' }, [tooBig]],
		[{ fieldErrors: { timeout: [{ max: 5 }] } }, [{ path: ['timeout'], message: 'not accepted' }]],
		[[{ path: [], keys: ['x'] }], [aboutBody('not accepted')]],
		[[{ max: 5 }, ['text'], 5, null, ' '], undefined],
		[5, undefined],
	])('reports %j as incomplete', (details, issues) => {
		expect(parseDetails(details, 400)).toEqual({ issues, complete: false });
	});

	it('treats a text without a field as an issue only if the status means that the request is invalid', () => {
		const read = [400, 403, 422, 500, 200].map((status) => parseDetails(['No', tooBig], status));
		const both = [aboutBody('No'), tooBig];
		expect(read.map(({ issues }) => issues)).toEqual([both, both, both, [tooBig], [tooBig]]);
	});

	it('ignores path steps that are not names', () => {
		const path = [{ a: 1 }, 'formats', null, 0];
		expect(parseDetails([{ path, message: 'Bad' }], 400).issues).toEqual([
			{ path: ['formats', 0], message: 'Bad' },
		]);
	});
});

/**
 * The specification does not define `details`. In this field, the public API returns validation issues in the format of
 * zod 4.
 */
describe('parseDetails of a refused union', () => {
	const literal = (name: string, ...others: unknown[]) => [
		{ code: 'invalid_value', values: [name], path: ['type'], message: `expected "${name}"` },
		...others,
	];
	const union = (path: unknown[], ...errors: unknown[]) => [
		{ code: 'invalid_union', errors, path, message: 'Invalid input' },
	];
	const question = { code: 'invalid_type', path: ['question'], message: 'Invalid input' };

	it('lists the choices if no branch has the right type', () => {
		const details = union(['formats', 0], literal('html'), literal('question', question));
		expect(parseDetails(details, 400)).toEqual({
			issues: [{ path: ['formats', 0], message: 'must be one of: html, question' }],
			complete: true,
		});
	});

	it('reports the branch that expects the type of the value', () => {
		const wrongKind = [{ code: 'invalid_type', path: [], message: 'expected boolean' }];
		const values = ['accurate', 'fast'];
		const mode = [{ code: 'invalid_value', values, path: ['mode'], message: 'Invalid option' }];
		expect(parseDetails(union(['redactPII'], wrongKind, mode), 400).issues).toEqual([
			{ path: ['redactPII', 'mode'], message: 'Invalid option' },
		]);
	});

	it('reports the branch whose type matches', () => {
		const details = union(['formats', 1], literal('markdown'), [question]);
		expect(parseDetails(details, 400).issues).toEqual([
			{ path: ['formats', 1, 'question'], message: 'Invalid input' },
		]);
	});

	it('names the unknown key of the branch whose type matches', () => {
		const unknown = (...keys: string[]) => ({ code: 'unrecognized_keys', keys, path: [] });
		const details = union(
			['formats', 0],
			literal('markdown', unknown('schema', 'checkPromptInjection')),
			[unknown('checkPromptInjection')],
			literal('deterministicJson', unknown('checkPromptInjection')),
		);
		expect(parseDetails(details, 400).issues).toEqual([
			{ path: ['formats', 0, 'checkPromptInjection'], message: 'Unrecognized key' },
		]);
	});

	it('follows a union inside a union', () => {
		const inner = union(['mode'], literal('a'), literal('b'))[0];
		expect(parseDetails(union(['parsers', 0], [inner]), 400).issues).toEqual([
			{ path: ['parsers', 0, 'mode'], message: 'must be one of: a, b' },
		]);
	});

	it.each([[[]], [[[]]], ['text']])('keeps the outer text if errors is %j', (errors) => {
		const details = [{ code: 'invalid_union', errors, path: ['a'], message: 'Invalid input' }];
		expect(parseDetails(details, 400).issues).toEqual([{ path: ['a'], message: 'Invalid input' }]);
	});
});

it('parseDetails names each unrecognized key', () => {
	const details = [{ code: 'unrecognized_keys', keys: ['nope', 'x'], path: ['location'] }];
	expect(parseDetails(details, 400).issues).toEqual([
		{ path: ['location', 'nope'], message: 'Unrecognized key' },
		{ path: ['location', 'x'], message: 'Unrecognized key' },
	]);
});

describe('omitFields', () => {
	it('returns all other fields', () => {
		expect(omitFields({ a: 1, b: null, c: [2] }, ['a'])).toEqual({ b: null, c: [2] });
		expect(omitFields({ a: 1 }, ['a'])).toBeUndefined();
	});

	it('leaves out values that are nested too deeply for JSON.stringify', () => {
		const deep: unknown = JSON.parse('['.repeat(9000) + ']'.repeat(9000));
		expect(omitFields({ deep, flat: [[1]] }, [])).toEqual({ flat: [[1]] });
	});
});
