import { catalogRequest, requestId } from '../../../nodes/WebData/api/catalog/catalogRequest';
import { long, problems } from '../schema/problems';

const call = { provider: 'acme', capability: 'weather' };
const calls = (count: number) => Array.from({ length: count }, () => call);
const catalog = (fields: Record<string, unknown>) =>
	problems(catalogRequest, { catalog: [call], ...fields });

test.each([
	['one call', { catalog: calls(1) }],
	['ten calls', { catalog: calls(10) }],
	['a call with options of any kind', { catalog: [{ ...call, options: { a: [1, { b: null }] } }] }],
	['the longest names', { catalog: [{ provider: long(200), capability: long(200) }] }],
	['the other fields of the request', { timeout: 1000, origin: 'n8n', integration: '_mine' }],
])('accepts %s', (_case, fields) => {
	expect(catalog(fields)).toEqual([]);
});

test.each([
	[{ catalog: [] }, 'catalog must contain at least 1 entry (it contains 0)'],
	[{ catalog: calls(11) }, 'catalog must contain at most 10 entries (it contains 11)'],
	[{ catalog: undefined }, 'catalog is required'],
	[{ catalog: [{ capability: 'x' }] }, 'catalog.0.provider is required'],
	[{ catalog: [{ provider: 'x' }] }, 'catalog.0.capability is required'],
	[{ catalog: [{ ...call, provider: '' }] }, 'catalog.0.provider must not be empty'],
	[{ catalog: [{ ...call, capability: '' }] }, 'catalog.0.capability must not be empty'],
	[{ catalog: [{ ...call, options: 'x' }] }, 'catalog.0.options must be a JSON object (it is "x")'],
	[{ catalog: [{ ...call, version: '2' }] }, 'catalog.0 must not contain "version"'],
	[{ url: 'https://example.com' }, 'must not contain "url"'],
	[{ formats: ['markdown'], maxAge: 1 }, 'must not contain "formats", "maxAge"'],
	[{ timeout: 999 }, 'timeout must be at least 1000 (it is 999)'],
	[{ timeout: 300_001 }, 'timeout must be at most 300000 (it is 300001)'],
])('rejects %j: %s', (fields, problem) => {
	expect(catalog(fields)).toEqual([problem]);
});

test.each(['provider', 'capability'])('rejects a %s of more than 200 characters', (field) => {
	expect(catalog({ catalog: [{ ...call, [field]: long(201) }] })).toEqual([
		`catalog.0.${field} must be at most 200 characters long (it is 201)`,
	]);
});

describe('x-request-id', () => {
	it.each(['a', 'Run.7_item:3-b', long(128)])('accepts %s', (id) => {
		expect(problems(requestId, id)).toEqual([]);
	});

	it.each([
		['', 'must not be empty'],
		[long(129), 'must be at most 128 characters long (it is 129)'],
		['my key', 'must contain only letters, digits, and . _ : -'],
		['a/b', 'must contain only letters, digits, and . _ : -'],
		['schlüssel', 'must contain only letters, digits, and . _ : -'],
		['a\n', 'must contain only letters, digits, and . _ : -'],
	])('rejects %j: %s', (id, problem) => {
		expect(problems(requestId, id)).toEqual([problem]);
	});
});
