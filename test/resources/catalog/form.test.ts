import { catalogForm, toolId, toolIdOf } from '../../../nodes/WebData/resources/catalog/form';
import { entryError } from '../../../nodes/WebData/resources/catalog/service';
import { long, problems } from '../../form/problems';

const call = { provider: 'acme', capability: 'weather' };
const calls = (count: number) => Array.from({ length: count }, () => call);
const catalog = (fields: Record<string, unknown>) =>
	problems(catalogForm.input, { catalog: [call], ...fields });

test.each([
	['ten calls', { catalog: calls(10) }],
	['a call with options of any kind', { catalog: [{ ...call, options: { a: [1, { b: null }] } }] }],
	['the longest names', { catalog: [{ provider: long(200), capability: long(200) }] }],
])('accepts %s', (_case, fields) => {
	expect(catalog(fields)).toEqual([]);
});

const tooLong = 'must be at most 200 characters long (it is 201)';

test.each<[Record<string, unknown>, string]>([
	[{ catalog: [] }, 'catalog must contain at least 1 entry (it contains 0)'],
	[{ catalog: calls(11) }, 'catalog must contain at most 10 entries (it contains 11)'],
	[{ catalog: [{ capability: 'x' }] }, 'catalog.0.provider is required'],
	[{ catalog: [{ ...call, provider: long(201) }] }, `catalog.0.provider ${tooLong}`],
	[{ catalog: [{ ...call, version: '2' }] }, 'catalog.0 must not contain "version"'],
	[{ formats: ['markdown'], maxAge: 1 }, 'must not contain "formats", "maxAge"'],
])('rejects %j: %s', (fields, problem) => {
	expect(catalog(fields)).toEqual([problem]);
});

test.each([
	['Run.7_item:3-b', []],
	[long(128), []],
	['', ['must not be empty']],
	[long(129), ['must be at most 128 characters long (it is 129)']],
	['a/b', ['must contain only letters, digits, and . _ : -']],
	['a\n', ['must contain only letters, digits, and . _ : -']],
])('x-request-id %j: %j', (id, expected) => {
	expect(problems(catalogForm.input.shape.requestId, id)).toEqual(expected);
});

test.each<[unknown, unknown]>([
	[
		{ code: 'x', message: 'No', more: 1 },
		{ code: 'x', message: 'No', more: 1 },
	],
	[' boom\n', { message: 'boom' }],
	[['too few', { message: 'too late' }, { code: 1 }], { message: 'too few; too late' }],
	[true, { message: '' }],
	...[null, '  ', false, 0, []].map((error): [unknown, undefined] => [error, undefined]),
])('entryError reads from %j: %j', (error, failure) => {
	expect(entryError({ data: {}, error })).toEqual(failure);
});

test.each([
	[' companies / lookup\n', 'companies', 'lookup'],
	[`${long(200)}/${long(200)}`, long(200), long(200)],
])('toolId splits %j into provider and capability', (text, provider, capability) => {
	expect(toolId.parse(text)).toEqual({ provider, capability });
	expect(toolId.parse(toolIdOf({ provider, capability }))).toEqual({ provider, capability });
});

test.each(['companies', '/lookup', 'companies/', `${long(201)}/a`, `a/${long(201)}`])(
	'toolId rejects %j',
	(text) => {
		expect(problems(toolId, text)).toEqual([
			'must be provider/capability, up to 200 characters each, as in companies/lookup',
		]);
	},
);
