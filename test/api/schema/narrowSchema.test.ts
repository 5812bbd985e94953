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
	['what is needed alone', { url: 'https://a.example' }],
	['what is needed is missing', {}],
	['an optional field', { url: 'https://a.example', depth: 2 }],
	['an optional field that is wrong', { url: 'https://a.example', depth: 4 }],
	['a default that is overruled', { url: 'https://a.example', mode: 'slow' }],
	['a field that is there and undefined', { url: 'https://a.example', tags: undefined }],
	['a field that nobody knows', { url: 'https://a.example', other: 1 }],
	['everything', { url: 'https://a.example', depth: 1, mode: 'fast', tags: ['a'] }],
])('%s: says the same', (_name, values) => {
	expect(says(narrowSchema(whole)(values), values)).toEqual(says(whole, values));
});

it('asks only for what is there or needed', () => {
	const part = narrowSchema(whole)({ url: 'https://a.example', other: 1 }) as typeof whole;
	expect(Object.keys(part.shape)).toEqual(['url', 'mode']);
});

it('has one contract for one set of fields', () => {
	const contractFor = narrowSchema(whole);
	expect(contractFor({ url: 'a', depth: 1 })).toBe(contractFor({ depth: 2, url: 'b' }));
});

it('is the whole contract where that is no plain object', () => {
	const checked = whole.refine(({ depth }) => depth !== 2);
	expect(narrowSchema(checked)({ url: 'https://a.example' })).toBe(checked);
});
