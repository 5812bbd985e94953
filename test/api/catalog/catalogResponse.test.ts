import { entryError } from '../../../nodes/WebData/api/catalog/catalogResponse';

test.each<[string, unknown, unknown]>([
	[
		'an object, as it is',
		{ code: 'x', message: 'No', more: 1 },
		{ code: 'x', message: 'No', more: 1 },
	],
	['an object without a word', {}, {}],
	['a text', 'boom', { message: 'boom' }],
	['a text with spaces around it', ' boom\n', { message: 'boom' }],
	['a number', 500, { message: '500' }],
	['a list of texts', ['too few', 'too late'], { message: 'too few; too late' }],
	['a list of objects', [{ message: 'too few' }, { code: 1 }], { message: 'too few' }],
	['a bare yes', true, { message: '' }],
])('%s is a failure', (_case, error, failure) => {
	expect(entryError({ data: {}, error })).toEqual(failure);
});

test.each([[undefined], [null], [''], ['  '], [false], [0], [[]]])('%j is none', (error) => {
	expect(entryError({ data: {}, error })).toBeUndefined();
});
