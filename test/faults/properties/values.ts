// Every property test uses the same random cases in each run. The message of a failed test contains the seed and the
// smallest failing example. `PROPERTY_SEED=1 PROPERTY_RUNS=10` changes the seed and runs ten times as many cases.

import fc from 'fast-check';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isEmpty } from '../../../nodes/WebData/form/coerce';

const { PROPERTY_SEED, PROPERTY_RUNS } = process.env;

export const runs = (numRuns: number): { seed: number; numRuns: number } => ({
	seed: Number(PROPERTY_SEED ?? 20_260),
	numRuns: numRuns * Number(PROPERTY_RUNS ?? 1),
});

/** Returns the JSON of any value. Numbers that JSON cannot represent become strings. */
export const anyJson = (value: unknown): string =>
	JSON.stringify(value, (_key, leaf: unknown) =>
		typeof leaf === 'bigint' ? String(leaf) : leaf,
	) ?? 'null';

const text = fc.oneof(
	fc.string({ maxLength: 30 }),
	fc.string({ unit: 'binary', maxLength: 10 }),
	fc.constantFrom(
		...['', ' ', '\0', '\r\n', '{}', 'null', 'true'],
		...['=', '😀', '\u2028', '\ud800', '#', ','],
	),
);

const number = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.constantFrom(0, -0, -1, 0.5, 1e308, -1e308, 2 ** 53, NaN, Infinity, -Infinity),
);

const dangerousKeys = ['__proto__', 'constructor', 'toString', 'error', 'length', ''];

const key = fc.oneof(fc.constantFrom(...dangerousKeys), fc.string({ maxLength: 5 }));

const { tree: jsonTree } = fc.letrec<{ tree: unknown }>((jsonValue) => ({
	tree: fc.oneof(
		{ depthSize: 'small', maxDepth: 4, withCrossShrink: true },
		text,
		number,
		fc.boolean(),
		fc.constantFrom(null, undefined),
		fc.array(jsonValue('tree'), { maxLength: 4 }),
		// Object.fromEntries can create `__proto__` as an own property.
		fc
			.array(fc.tuple(key, jsonValue('tree')), { maxLength: 4 })
			.map((entries) => Object.fromEntries(entries) as unknown),
	),
}));

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 8, arbitrary: jsonTree },
	{ weight: 1, arbitrary: fc.date({ noInvalidDate: false }) },
	{ weight: 1, arbitrary: fc.bigInt() },
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 2000 }).map(nested) },
);

function nested(depth: number): unknown {
	let value: unknown = [];
	for (let level = 0; level < depth; level++) value = [value];
	return value;
}

const uuid = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

const validValues: Record<string, fc.Arbitrary<unknown>> = {
	url: fc.webUrl(),
	urls: fc.array(fc.webUrl(), { maxLength: 3 }),
	jobId: fc.constantFrom(uuid, `https://example.com/v2/agent/${uuid}`),
	monitorId: fc.constant(uuid),
	sessionId: fc.constant(uuid),
	checkId: fc.constant(uuid),
	id: fc.constantFrom('', uuid),
	targets: fc.constantFrom(
		{ target: [{ type: 'scrape', urls: ['https://example.com'] }] },
		{ target: [{ type: 'search', queries: ['a'], options: { maxResults: 60 } }] },
	),
	text: fc.constantFrom('daily at 9:00', 'hourly'),
	cron: fc.constantFrom('0 9 * * 1-5', '*/5 * * * *'),
	timezone: fc.constantFrom('', 'Europe/Berlin'),
	inputBinaryField: fc.constantFrom('data', '*', 'data, missing'),
	snapshotId: fc.constantFrom(uuid, 'snap_01HZX'),
	scrapeId: fc.constantFrom(uuid, `  ${uuid} `, 'scr_01HZX'),
	threadId: fc.constant(uuid),
	country: fc.constantFrom('DE', 'US', 'de'),
	provider: fc.constantFrom('rates', 'text', ' '),
	capability: fc.constantFrom('convert', 'statistics'),
	tool: fc.constantFrom('rates/convert', { __rl: true, mode: 'id', value: 'terms/show/all' }, 'a'),
	toolOptions: fc.constantFrom({
		mappingMode: 'defineBelow',
		value: { amount: '5', from: '', words: '["a"]' },
		schema: [
			{ id: 'amount', type: 'number' },
			{ id: 'words', type: 'array' },
		],
	}),
	requestId: fc.constantFrom('order-4711', 'a b', 'x:y._-'),
	maxCredits: fc.constantFrom('', '500', 12, '1.5'),
	blacklist: fc.constantFrom(['*.example.com'], ['example.com', 'nonsense'], ['a b']),
	whitelist: fc.constantFrom(['example.com'], ['localhost']),
	blockedTlds: fc.constantFrom(['zip'], ['.zip'], ['ZIP']),
	integration: fc.constantFrom('n8n', '_mine', 'other'),
	schema: fc.constantFrom('{"type":"object"}', { type: 'object', properties: {} }, '{"a":1}', '['),
	catalogJson: fc.constantFrom('{"provider":"a","capability":"b"}', '[]', '[{"provider":"a"}]'),
	selectors: fc.constantFrom({ selector: [{ selector: 'a', attribute: 'href' }] }),
};

const numberFor = ({ typeOptions }: INodeProperties, mistakes: number): fc.Arbitrary<unknown> => {
	const { minValue: min = 0, maxValue: max = 100_000 } = typeOptions ?? {};
	const whole = fc.integer({ min: Math.ceil(min), max });
	return fc.oneof({ weight: 4, arbitrary: whole }, whole.map(String), {
		weight: mistakes,
		arbitrary: number,
	});
};

const choicesOf = ({ options = [] }: INodeProperties): unknown[] =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

const MOST_SET = 4;

/** Returns forms with a value for each field. */
export const formFor = (fields: readonly INodeProperties[], mistakes: number) =>
	fc.record<Record<string, unknown>>(
		Object.fromEntries(fields.map((field) => [field.name, valueFor(field, mistakes)])),
	);

const someOf = (fields: readonly INodeProperties[], mistakes: number): fc.Arbitrary<unknown> =>
	fc
		.subarray([...fields], { minLength: 1, maxLength: Math.min(MOST_SET, fields.length) })
		.chain((chosen) => formFor(chosen, mistakes));

function rowsFor(
	{ options = [], typeOptions }: INodeProperties,
	mistakes: number,
): fc.Arbitrary<unknown> {
	const groups = options as INodePropertyCollection[];
	const isList = typeOptions?.multipleValues === true;
	return fc.record(
		Object.fromEntries(
			groups.map(({ name, values }) => {
				const row = formFor(values, mistakes);
				return [name, isList ? fc.array(row, { minLength: 1, maxLength: 3 }) : row];
			}),
		),
	);
}

function rightFor(field: INodeProperties, mistakes: number): fc.Arbitrary<unknown> {
	const known = validValues[field.name];
	if (known !== undefined) return known;
	switch (field.type) {
		case 'collection':
			return someOf(field.options as INodeProperties[], mistakes);
		case 'fixedCollection':
			return rowsFor(field, mistakes);
		case 'options':
			return fc.constantFrom(...choicesOf(field));
		case 'multiOptions':
			return fc.oneof(
				fc.subarray(choicesOf(field), { minLength: 1 }),
				fc.subarray(choicesOf(field), { minLength: 1 }).map((chosen) => chosen.join(', ')),
			);
		case 'boolean':
			return fc.oneof(fc.boolean(), fc.constantFrom('true', 'FALSE'));
		case 'number':
			return numberFor(field, mistakes);
		case 'json':
			return fc.oneof(fc.json({ maxDepth: 3 }), fc.object({ maxDepth: 2 }), text);
		default:
			return field.typeOptions?.multipleValues === true
				? fc.array(text, { minLength: 1, maxLength: 4 })
				: text;
	}
}

function valueFor(field: INodeProperties, mistakes: number): fc.Arbitrary<unknown> {
	return fc.oneof(
		{ weight: 12, arbitrary: rightFor(field, mistakes) },
		{ weight: isEmpty(field.default) ? 0 : 4 - mistakes, arbitrary: fc.constant(field.default) },
		{ weight: mistakes, arbitrary: anyValue },
	);
}
