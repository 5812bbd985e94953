import { interactForm } from '../../nodes/WebData/resources/scrape/interact';
import { scrapeForm } from '../../nodes/WebData/resources/scrape/operations';
import { long, problems } from './problems';

type Make = (value: number) => Record<string, unknown>;

const scrape = (fields: Record<string, unknown>) =>
	problems(scrapeForm.input, { url: 'https://example.com', ...fields });

const format = (fields: Record<string, unknown>) => ({ formats: [fields] });
const times = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
const threat = (threatProtection: object) => ({ threatProtection });

const lengths: [string, Make, number][] = [
	['profile name', (length) => ({ profile: { name: long(length) } }), 128],
	['question', (length) => format({ type: 'question', question: long(length) }), 10_000],
	['highlights query', (length) => format({ type: 'highlights', query: long(length) }), 10_000],
	['json prompt', (length) => format({ type: 'json', prompt: long(length) }), 10_000],
];

const counts: [string, Make, number][] = [
	['actions', (count) => ({ actions: times(count, { type: 'scrape' }) }), 50],
	['blacklist', (count) => threat({ blacklist: times(count, 'example.com') }), 1000],
];

const rejects = (fields: Record<string, unknown>, problem: string) =>
	expect(scrape(fields)).toEqual([expect.stringContaining(problem)]);

it.each(lengths)('%s must not be empty or too long', (_name, make, longest) => {
	expect([scrape(make(1)), scrape(make(longest))]).toEqual([[], []]);
	rejects(make(0), 'must not be empty');
	const problem = `must be at most ${longest} characters long (it is ${longest + 1})`;
	rejects(make(longest + 1), problem);
});

it.each(counts)('%s must not have too many entries', (_name, make, most) => {
	expect(scrape(make(most))).toEqual([]);
	rejects(make(most + 1), `must contain at most ${most} entries (it contains ${most + 1})`);
});

it('interact accepts its limits and rejects the next values', () => {
	const interact = (fields: object) =>
		problems(interactForm.input, { scrapeId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17', ...fields });
	expect(interact({ prompt: long(10_000), code: long(100_000) })).toEqual([]);
	expect(interact({ prompt: long(10_001), code: long(100_001) })).toEqual([
		'prompt must be at most 10000 characters long (it is 10001)',
		'code must be at most 100000 characters long (it is 100001)',
	]);
});
