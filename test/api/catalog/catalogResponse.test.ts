import { entryError } from '../../../nodes/WebData/api/catalog/catalogResponse';

test.each<[string, unknown, unknown]>([
	['an object', { code: 'x', message: 'No', more: 1 }, { code: 'x', message: 'No', more: 1 }],
	['an empty object', {}, {}],
	['a string', 'boom', { message: 'boom' }],
	['a string with surrounding spaces', ' boom\n', { message: 'boom' }],
	['a number', 500, { message: '500' }],
	['a list of strings', ['too few', 'too late'], { message: 'too few; too late' }],
	['a list of objects', [{ message: 'too few' }, { code: 1 }], { message: 'too few' }],
	['true', true, { message: '' }],
])('entryError returns the error for %s', (_case, error, failure) => {
	expect(entryError({ data: {}, error })).toEqual(failure);
});

test.each([[undefined], [null], [''], ['  '], [false], [0], [[]]])(
	'entryError returns nothing for %j',
	(error) => {
		expect(entryError({ data: {}, error })).toBeUndefined();
	},
);
