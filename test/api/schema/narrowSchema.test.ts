import { z } from 'zod';
import { narrowSchema } from '../../../nodes/WebData/api/schema/narrowSchema';

const whole = z.object({
	url: z.string().url(),
	depth: z.number().int().max(3).optional(),
	mode: z.enum(['fast', 'slow']).default('fast'),
	tags: z.array(z.string()).optional(),
});

const says = (contract: z.ZodTypeAny, values: object) => {
	const { success, data, error } = contract.safeParse(values);
	return { success, data, issues: error?.issues };
};

it.each<[string, object]>([
	['only the required fields', { url: 'https://a.example' }],
	['a missing required field', {}],
	['an optional field', { url: 'https://a.example', depth: 2 }],
	['an invalid optional field', { url: 'https://a.example', depth: 4 }],
	['a field with a default', { url: 'https://a.example', mode: 'slow' }],
	['a field that is undefined', { url: 'https://a.example', tags: undefined }],
	['an unknown field', { url: 'https://a.example', other: 1 }],
	['everything', { url: 'https://a.example', depth: 1, mode: 'fast', tags: ['a'] }],
])('gives the same result as the whole schema: %s', (_name, values) => {
	expect(says(narrowSchema(whole)(values), values)).toEqual(says(whole, values));
});

it('has only the fields that are set or required', () => {
	const part = narrowSchema(whole)({ url: 'https://a.example', other: 1 }) as typeof whole;
	expect(Object.keys(part.shape)).toEqual(['url', 'mode']);
});

it('is cached for each set of fields', () => {
	const contractFor = narrowSchema(whole);
	expect(contractFor({ url: 'a', depth: 1 })).toBe(contractFor({ depth: 2, url: 'b' }));
});

it('returns a schema that is not a plain object unchanged', () => {
	const checked = whole.refine(({ depth }) => depth !== 2);
	expect(narrowSchema(checked)({ url: 'https://a.example' })).toBe(checked);
});
