import { toolId, toolIdOf } from '../../../nodes/WebData/api/catalog/toolId';
import { long, problems } from '../schema/problems';

test.each([
	['companies/lookup', 'companies', 'lookup'],
	[' companies / lookup\n', 'companies', 'lookup'],
	['catalog/terms/show', 'catalog', 'terms/show'],
	[`${long(200)}/${long(200)}`, long(200), long(200)],
])('toolId splits %j into provider and capability', (text, provider, capability) => {
	expect(toolId.parse(text)).toEqual({ provider, capability });
	expect(toolId.parse(toolIdOf({ provider, capability }))).toEqual({ provider, capability });
});

const message = 'must be provider/capability, up to 200 characters each, as in companies/lookup';

test.each([
	['companies'],
	['/lookup'],
	['companies/'],
	[' / '],
	[`${long(201)}/a`],
	[`a/${long(201)}`],
])('toolId rejects %j', (text) => {
	expect(problems(toolId, text)).toEqual([message]);
});

test('toolId rejects an empty value with a separate message', () => {
	expect(problems(toolId, '')).toEqual(expect.arrayContaining(['must not be empty']));
});
