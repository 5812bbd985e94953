import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { type Field, propertyOf } from '../../nodes/WebData/form/field';
import { nameValues, rows, variantOf, variants } from '../../nodes/WebData/form/rows';
import {
	choice,
	choices,
	collection,
	flag,
	formOf,
	json,
	list,
	number,
	reworded,
	shownIf,
	text,
	whole,
} from '../../nodes/WebData/form/form';
import { hasMark } from '../../nodes/WebData/form/marks';
import { readForm } from '../../nodes/WebData/form/read';
import { problems } from './problems';

const displayName = 'Shown';
const user = text('User');

interface Built {
	field: Field;
	property: object;
	accepts: unknown[];
	rejects: unknown[];
}

const builders: Record<string, Built> = {
	text: {
		field: text(displayName, undefined, { maxLength: 3 }),
		property: { type: 'string', default: '' },
		accepts: ['a', undefined],
		rejects: ['', ' ', 'abcd', 1],
	},
	flag: {
		field: flag(displayName),
		property: { type: 'boolean', default: false },
		accepts: [true, undefined],
		rejects: ['true'],
	},
	whole: {
		field: whole(displayName, undefined, { min: 1, max: 9, default: 5 }),
		property: { type: 'number', default: 5, typeOptions: { minValue: 1, maxValue: 9 } },
		accepts: [1, 9, undefined],
		rejects: [0, 10, 1.5, '5'],
	},
	number: {
		field: number(displayName, undefined, { min: 0.5, max: 2, default: 1 }),
		property: { type: 'number', default: 1, typeOptions: { minValue: 0.5, maxValue: 2 } },
		accepts: [0.5, 1.5, undefined],
		rejects: [0.4, 2.1, '1'],
	},
	choice: {
		field: choice(displayName, undefined, 'z', { z: ['A', 'First'], a: 'B' }),
		property: {
			type: 'options',
			default: 'z',
			options: [
				{ name: 'A', value: 'z', description: 'First' },
				{ name: 'B', value: 'a' },
			],
		},
		accepts: ['a', 'z', 'other', undefined],
		rejects: [' ', 1],
	},
	choices: {
		field: choices(displayName, undefined, { z: 'A', a: 'B' }),
		property: {
			type: 'multiOptions',
			default: [],
			options: [
				{ name: 'A', value: 'z' },
				{ name: 'B', value: 'a' },
			],
		},
		accepts: [[], ['a', 'other'], undefined],
		rejects: [[' '], 'a'],
	},
	list: {
		field: list(displayName, undefined, {
			button: 'Add Word',
			min: 1,
			max: 2,
			entry: z.string().max(1),
		}),
		property: {
			type: 'string',
			default: [],
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Word' },
		},
		accepts: [['a'], ['a', 'b'], undefined],
		rejects: [[], ['a', 'b', 'c'], ['ab'], 'a'],
	},
	json: {
		field: json(displayName, undefined, { schema: z.record(z.number()) }),
		property: { type: 'json', default: '{}' },
		accepts: [{ a: 1 }, undefined],
		rejects: [{ a: 'b' }, []],
	},
	collection: {
		field: collection(displayName, undefined, {
			user,
			age: whole('Age', undefined, { default: 1 }),
		}),
		property: {
			type: 'collection',
			default: {},
			placeholder: 'Add Field',
			options: [
				{ displayName: 'Age', name: 'age', type: 'number', default: 1 },
				{ displayName: 'User', name: 'user', type: 'string', default: '' },
			],
		},
		accepts: [{}, { user: 'a', age: 3 }, undefined],
		rejects: [{ user: 1 }, { other: 'a' }],
	},
	rows: {
		field: rows(displayName, undefined, {
			name: 'person',
			displayName: 'Person',
			fields: { user },
			options: { displayName: 'Person Options', fields: { old: flag('Old') } },
		}),
		property: {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Person',
			options: [
				{
					displayName: 'Person',
					name: 'person',
					values: [
						{ displayName: 'User', name: 'user', type: 'string', default: '' },
						expect.objectContaining({ displayName: 'Person Options', name: 'options' }),
					],
				},
			],
		},
		accepts: [[], [{ user: 'a', old: true }, {}], undefined],
		rejects: [[{ user: 1 }], [{ options: {} }], {}],
	},
	nameValues: {
		field: nameValues(displayName, undefined, 'Header', ['X-Token', 'abc']),
		property: {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Header',
			options: [
				{
					displayName: 'Header',
					name: 'header',
					values: [
						expect.objectContaining({ name: 'name', placeholder: 'e.g. X-Token' }),
						expect.objectContaining({ name: 'value', displayName: 'Header Value' }),
					],
				},
			],
		},
		accepts: [{ a: 'b' }, undefined],
		rejects: [{ a: 1 }],
	},
};

describe.each(Object.entries(builders))('%s', (_, { field, property, accepts, rejects }) => {
	it('gives the property of n8n', () => {
		expect(propertyOf('shown', field)).toEqual({ displayName, name: 'shown', ...property });
	});

	it('accepts the values of its type, and rejects others', () => {
		const isValid = (value: unknown): boolean => field.type().safeParse(value).success;
		expect(accepts.filter((value) => !isValid(value))).toEqual([]);
		expect(rejects.filter(isValid)).toEqual([]);
	});
});

test('a choice of the node, which is not sent, accepts only the values of the form', () => {
	const { type } = choice(displayName, undefined, 'z', { z: 'A', a: 'B' }, { role: 'own' });
	expect([type().safeParse('a').success, type().safeParse('b').success]).toEqual([true, false]);
});

const form = formOf(
	{
		url: text('URL', undefined, { required: true }),
		user: text('User', undefined, { needed: true }),
		all: flag('All', undefined, { role: 'own' }),
		limit: whole('Limit', undefined, {
			role: 'own',
			required: true,
			default: 50,
			displayOptions: { show: { all: [false] } },
		}),
		page: text('Page', undefined, { required: true, displayOptions: { show: { all: [true] } } }),
	},
	{
		words: list('Words', undefined, { mark: 'commaList' }),
		more: json('More', undefined, { role: 'merged' }),
		country: reworded(user, { displayName: 'Country' }),
	},
);

describe('a form', () => {
	it('has its fields, and then the options sorted by label', () => {
		const [options, ...fields] = [...form.fields].reverse();
		expect(fields.reverse().map(({ name }) => name)).toEqual([
			...['url', 'user', 'all', 'limit', 'page'],
		]);
		expect(options).toMatchObject({ name: 'options', displayName: 'Options', type: 'collection' });
		expect(options?.options?.map(({ name }) => name)).toEqual(['country', 'more', 'words']);
	});

	it('requires only the required values, except those of hidden fields', () => {
		expect(problems(form.input, {})).toEqual(['url is required', 'user is required']);
	});

	it('rejects a field that is only part of the form', () => {
		const values = { url: 'a', user: 'b', more: {} };
		expect(problems(form.input, values)).toEqual(['must not contain "more"']);
	});

	it("gives own settings the form's defaults, even if they are required, and does not send them", () => {
		const values = form.input.parse({ url: 'a', user: 'b', words: ['c'] });
		expect(values).toEqual({ url: 'a', user: 'b', words: ['c'], all: false, limit: 50 });
		const sent: { url: string; user: string; page?: string; words?: string[] } = form.sent(values);
		expect(sent).toEqual({ url: 'a', user: 'b', words: ['c'] });
	});

	it('marks how a field is read', () => {
		const options = form.fields.at(-1)?.options as typeof form.fields;
		expect(options.filter((field) => hasMark(field, 'commaList')).map(({ name }) => name)).toEqual([
			'words',
		]);
	});
});

test('a reworded field keeps its type', () => {
	const field = reworded(text(displayName, undefined, { maxLength: 3 }), { displayName: 'Other' });
	expect(field.property.displayName).toBe('Other');
	expect(field.type().safeParse('abcd').success).toBe(false);
});

test('fields that are shown under a condition keep their other conditions', () => {
	const note = text(displayName, undefined, {
		displayOptions: { show: { a: [1] }, hide: { b: [2] } },
	});
	const { property } = shownIf({ c: [true] }, { note }).note;
	expect(property.displayOptions).toEqual({ show: { a: [1], c: [true] }, hide: { b: [2] } });
});

describe('a list of several kinds', () => {
	const note = text('Note');
	const shapes = {
		circle: {
			label: 'Circle',
			description: 'A circle',
			fields: { radius: whole('Radius', undefined, { required: true, min: 1, default: 1 }), note },
			options: { filled: flag('Filled') },
			optionTexts: { displayName: 'Circle Options', placeholder: 'Add Circle Option' },
		},
		label: {
			label: 'Label',
			description: 'A text',
			fields: { content: text('Content', undefined, { required: true }), note },
			options: { size: whole('Size', undefined, { default: 12 }) },
			first: ['size'],
		},
		line: { label: 'Line', description: 'A line', fields: { note } },
	};
	const list = variants(
		'Shapes',
		undefined,
		{ name: 'shape', displayName: 'Shape', type: { default: 'line', description: 'Kind' } },
		shapes,
	);
	const [{ values: fields = [] } = {}] = list.property.options as { values?: INodeProperties[] }[];

	it.each([
		['circle', ['type', 'radius', 'options', 'note']],
		['label', ['type', 'content', 'options', 'note']],
		['line', ['type', 'note']],
	])(
		'shows the fields of the kind %s in their order, and those of all kinds last',
		(kind, names) => {
			const shown = fields.filter(
				({ displayOptions }) => displayOptions?.show?.type?.includes(kind) ?? true,
			);
			expect(shown.map(({ name }) => name)).toEqual(names);
		},
	);

	it('gives the collection of a kind its own texts', () => {
		expect(fields.find(({ name }) => name === 'options')).toMatchObject({
			displayName: 'Circle Options',
			placeholder: 'Add Circle Option',
		});
	});

	it.each<[unknown, string[]]>([
		[undefined, []],
		[[{ type: 'circle', radius: 2, filled: true }, { type: 'line' }], []],
		[[{ type: 'square' }], ['0.type must be one of: circle, label, line (it is "square")']],
		[[{ radius: 2 }], ['0.type is required']],
		[[{ type: 'circle' }], ['0.radius is required']],
		[[{ type: 'line', radius: 2 }], ['0 must not contain "radius"']],
		[[{ type: 'label', content: 'a', options: {} }], ['0 must not contain "options"']],
	])('checks a value by its kind: %j', (value, expected) => {
		expect(problems(list.type(), value)).toEqual(expected);
	});

	it('has one type for each object', () => {
		const shape = variantOf(shapes);
		expect(problems(shape, { type: 'circle', radius: 1 })).toEqual([]);
		expect(problems(shape, {})).toEqual(['type is required']);
		expect(problems(shape, { type: 'circle', radius: 0 })).toEqual([
			'radius must be at least 1 (it is 0)',
		]);
		expect(() => variantOf({})).toThrow('The table is empty');
	});

	it('has a value with the fields of the selected kind, in the order of the request', () => {
		const shape = [
			{ type: 'label', radius: 5, content: 'a', options: { size: 9 } },
			{ type: 'circle', radius: 5, content: 'a', options: { filled: false } },
			{ type: 'line', radius: 5, options: {} },
		];
		const { values } = readForm([propertyOf('shapes', list)], { shapes: { shape } });
		expect(JSON.stringify(list.type().parse(values.shapes))).toBe(
			'[{"type":"label","size":9,"content":"a"},{"type":"circle","radius":5,"filled":false},{"type":"line"}]',
		);
	});
});
