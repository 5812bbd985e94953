import { z } from 'zod';
import { validateFields } from '../../nodes/WebData/form/issues';
import { settingsForm } from '../../nodes/WebData/operation/settings';
import { scrapeForm } from '../../nodes/WebData/resources/scrape/operations';
import { problems } from './problems';

const field = (contract: z.ZodTypeAny, value: unknown) =>
	problems(z.object({ it: contract }), { it: value }).map((line) => line.replace('it', "'Field'"));

const listOrBoolean = z.union([z.boolean(), z.array(z.string())]);

test.each<[string, z.ZodTypeAny, unknown]>([
	["'Field' is required", z.string(), undefined],
	["'Field' must be text (it is 5)", z.string(), 5],
	['\'Field\' must be a number (it is "five")', z.number(), 'five'],
	["'Field' must be a whole number (it is 1.5)", z.number().int(), 1.5],
	['\'Field\' must be true or false (it is "maybe")', z.boolean(), 'maybe'],
	['\'Field\' must be a list (it is {"a":1})', z.array(z.string()), { a: 1 }],
	['\'Field\' must be one of: a, b (it is "c")', z.enum(['a', 'b']), 'c'],
	["'Field' must be true or false or a list (it is 5)", listOrBoolean, 5],
	['\'Field\' must be one of: a, b (it is "c")', z.union([z.boolean(), z.enum(['a', 'b'])]), 'c'],
	['\'Field\' must be at least 3 (it is "2")', z.preprocess(Number, z.number().min(3)), '2'],
	["'Field' must not be empty", z.string().trim().min(1), '   '],
	["'Field' must be at most 2 characters long (it is 3)", z.string().max(2), 'abc'],
	["'Field' must contain at least 1 entry (it contains 0)", z.array(z.string()).min(1), []],
	["'Field' must contain at most 2 entries (it contains 3)", z.array(z.number()).max(2), [1, 2, 3]],
	['\'Field\' must not contain "a", "b"', z.object({}).strict(), { a: 1, b: 2 }],
])('%s', (sentence, contract, value) => {
	expect(field(contract, value)).toEqual([sentence]);
});

test('all issues are returned, not only the first', () => {
	expect(problems(scrapeForm.input, { timeout: 1, proxy: 5, formats: {} })).toEqual([
		'url is required',
		'formats must be a list (it is {})',
		'timeout must be at least 1000 (it is 1)',
		'proxy must be text (it is 5)',
	]);
});

test.each([
	{},
	{ url: 'https://example.com', waitFor: undefined },
	{ url: 5, timeout: 1, formats: {}, unknown: 1 },
	{ maxTries: 0, maxRequestsAtOnce: 'many', simplify: true },
])('validateFields accepts and refuses the same values as the type of the form: %j', (entered) => {
	for (const { input } of [scrapeForm, settingsForm]) {
		const byType = input.safeParse(entered);
		const checked = validateFields<unknown>(input, entered);
		const paths = 'issues' in checked ? checked.issues.map(({ path }) => path) : [];
		expect('values' in checked ? checked.values : undefined).toEqual(byType.data);
		expect(paths).toEqual((byType.error?.issues ?? []).map(({ path }) => path));
	}
});
