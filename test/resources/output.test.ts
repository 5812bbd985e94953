import { resources } from '../../nodes/WebData/resources';
import { simplifyPage } from '../../nodes/WebData/page/output';
import {
	undocumentedPage,
	nullableInPage,
	otherTypesInPage,
	specifiedPage,
	traceEvent,
} from '../spec/answers';
import {
	checkOf,
	keysIn,
	namedIn,
	outputSchema,
	publishedSchemas,
	type OutputSchema,
} from '../support/outputSchemas';

const names = resources
	.flatMap(({ value, operations }) => operations.map((each) => `${value}/${each.value}`))
	.sort();

const everySchemaIn = (schema: OutputSchema): OutputSchema[] => [
	schema,
	...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(
		everySchemaIn,
	),
];

function withValue(json: unknown, path: string, value: unknown): unknown {
	const [key = '', ...rest] = path.split('.');
	const name = key.replace('[]', '');
	const record = json as Record<string, unknown>;
	const inner = record[name];
	if (rest.length === 0) return { ...record, [name]: value };
	const changed = Array.isArray(inner)
		? [withValue(inner[0], rest.join('.'), value)]
		: withValue(inner, rest.join('.'), value);
	return { ...record, [name]: changed };
}

test('each operation has one schema, and there are no others', () => {
	expect(publishedSchemas()).toEqual([...names, 'page/change'].sort());
});

test('each schema describes an object with fields, in a way that the editor can show', () => {
	const wrong = names.flatMap((name) => {
		const schema = outputSchema(name);
		const all = everySchemaIn(schema);
		const keywords = ['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'];
		/** The editor hides the fields of an object that can also have another type. */
		const hidesFields = ({ type, properties }: OutputSchema) =>
			properties !== undefined && Array.isArray(type) && type[0] === 'object';
		const checks: Record<string, boolean> = {
			'is not an object': schema.type !== 'object',
			'has no fields': Object.keys(schema.properties ?? {}).length === 0,
			'has a field without a type': all.some(({ type }) => type === undefined),
			'has an unknown keyword': all.flatMap(Object.keys).some((key) => keywords.includes(key)),
			'hides fields': all.some(hidesFields),
			'has a top-level error': 'error' in (schema.properties ?? {}),
			'rejects unknown fields': !checkOf(schema)({ somethingNew: [{ at: 'last' }] }),
		};
		return Object.keys(checks).flatMap((check) => (checks[check] ? `${name} ${check}` : []));
	});
	expect(wrong).toEqual([]);
});

describe('a scraped page', () => {
	const schema = outputSchema('scrape/scrape');
	const specified = simplifyPage(specifiedPage);
	const living = simplifyPage(undocumentedPage);
	const check = checkOf(schema);
	const refusals = (page: unknown) => (check(page) ? [] : check.errors);

	it('has the fields of the open-source server, and no others', () => {
		expect(refusals(living)).toEqual([]);
		const known = [...keysIn(specified, schema), ...keysIn(living, schema)];
		expect(namedIn(schema).filter((path) => !known.includes(path))).toEqual([]);
	});

	it('may have null, or another type, where the specification says so', () => {
		const values = [
			...nullableInPage.map((path) => [path, null] as const),
			...Object.entries(otherTypesInPage),
		];
		const refused = values.filter(([path, value]) => !check(withValue(specified, path, value)));
		expect(refused).toEqual([]);
	});
});

test('a trace event has the fields of the specification and the public documentation, and no others', () => {
	const schema = outputSchema('agent/getTrace');
	const { error, ...rest } = traceEvent;
	const event = { ...rest, serviceError: error };
	expect(checkOf(schema)(event)).toBe(true);
	expect(keysIn(event, schema).sort()).toEqual(namedIn(schema).sort());
});
