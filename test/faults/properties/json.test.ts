import fc from 'fast-check';
import { parseJsonText } from '../../../nodes/WebData/operations/form/jsonText';
import { propertySettings } from './settings';

const nearlyJson = fc
	.tuple(
		fc.json({ maxDepth: 4 }),
		fc.nat(),
		fc.constantFrom('', ',', '}', ']', '"', '\n', '//', '\\', '\0', 'x'),
	)
	.map(([text, at, extra]) => {
		const place = at % (text.length + 1);
		return text.slice(0, place) + extra + text.slice(place + (extra === '' ? 1 : 0));
	});

const texts = fc.oneof(
	fc.json({ maxDepth: 4 }),
	nearlyJson,
	nearlyJson.map((text) => text.replaceAll(',', ',\r\n')),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.constantFrom(
		'',
		' ',
		'\n',
		'[',
		'{',
		'"',
		'{"a":1,}',
		'[1,]',
		'{}//',
		"{'a':1}",
		'NaN',
		'\ufeff{}',
		'01',
		'1e',
		'"\n"',
		'"\\u12"',
		'{"a":1}\n]',
		'\u00a0{}',
		'"\t"',
	),
);

const parsed = (text: string): { value: unknown } | undefined => {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
};

it('a string is parsed as by JSON.parse, or the error states a line and a column in the string', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const read = parseJsonText(text);
			const value = parsed(text);
			if (value !== undefined) return void expect(read).toEqual(value);
			if ('value' in read) throw new Error('No JSON, and yet a value');
			const lines = text.split('\n');
			expect(Number.isInteger(read.line) && Number.isInteger(read.column)).toBe(true);
			expect(read.line).toBeGreaterThanOrEqual(1);
			expect(read.line).toBeLessThanOrEqual(lines.length);
			expect(read.column).toBeGreaterThanOrEqual(1);
			expect(read.column).toBeLessThanOrEqual((lines[read.line - 1] ?? '').length + 1);
		}),
		propertySettings(5000),
	);
});

it('the error of a valid text with trailing characters points to the first of them', () => {
	fc.assert(
		fc.property(
			fc.json({ maxDepth: 4 }),
			fc.constantFrom('}', ']]', '//', ',1'),
			(text, trailing) => {
				const read = parseJsonText(text + trailing);
				if ('value' in read) throw new Error('No JSON, and yet a value');
				const lines = text.split('\n');
				const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
				expect(read).toEqual(place);
			},
		),
		propertySettings(2000),
	);
});
