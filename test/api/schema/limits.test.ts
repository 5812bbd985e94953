import { interactRequest, scrapeRequest } from '../../../nodes/WebData/api/scrape/scrapeRequest';
import { long, problems } from './problems';

type Make = (value: number) => Record<string, unknown>;

const scrape = (fields: Record<string, unknown>) =>
	problems(scrapeRequest, { url: 'https://example.com', ...fields });

const action = (fields: Record<string, unknown>) => ({ actions: [fields] });
const format = (fields: Record<string, unknown>) => ({ formats: [fields] });
const domains = (count: number) => Array.from({ length: count }, () => 'example.com');
const viewport = (width: number, height: number) => ({ viewport: { width, height } });

const numbers: [string, Make, number, number][] = [
	['timeout', (timeout) => ({ timeout }), 1000, 300_000],
	['parsers maxPages', (maxPages) => ({ parsers: [{ type: 'pdf', maxPages }] }), 1, 10_000],
	['screenshot quality', (quality) => action({ type: 'screenshot', quality }), 1, 100],
	['screenshot format quality', (quality) => format({ type: 'screenshot', quality }), 1, 100],
	['viewport width', (width) => format({ type: 'screenshot', ...viewport(width, 1) }), 1, 7680],
	['viewport height', (height) => format({ type: 'screenshot', ...viewport(1, height) }), 1, 4320],
	['waitFor', (waitFor) => ({ waitFor }), 0, 60_000],
	[
		'riskScoreThreshold',
		(riskScoreThreshold) => ({ threatProtection: { riskScoreThreshold } }),
		0,
		100,
	],
];

const unbounded: [string, Make, number][] = [
	['wait milliseconds', (milliseconds) => action({ type: 'wait', milliseconds }), 1],
	['maxAge', (maxAge) => ({ maxAge }), 0],
	['minAge', (minAge) => ({ minAge }), 0],
];

const lengths: [string, Make, number][] = [
	['profile name', (length) => ({ profile: { name: long(length) } }), 128],
	['username', (length) => ({ auditMetadata: { username: long(length) } }), 1024],
	['question', (length) => format({ type: 'question', question: long(length) }), 10_000],
	['highlights query', (length) => format({ type: 'highlights', query: long(length) }), 10_000],
	['query prompt', (length) => format({ type: 'query', prompt: long(length) }), 10_000],
	['json prompt', (length) => format({ type: 'json', prompt: long(length) }), 10_000],
];

const counts: [string, Make, number][] = [
	[
		'actions',
		(count) => ({ actions: Array.from({ length: count }, () => ({ type: 'scrape' })) }),
		50,
	],
	['blacklist', (count) => ({ threatProtection: { blacklist: domains(count) } }), 1000],
	['whitelist', (count) => ({ threatProtection: { whitelist: domains(count) } }), 1000],
	[
		'blockedTlds',
		(count) => ({ threatProtection: { blockedTlds: Array.from({ length: count }, () => 'zip') } }),
		1000,
	],
];

describe.each(numbers)('%s', (_name, make, lowest, highest) => {
	it(`accepts ${lowest} and ${highest}`, () => {
		expect(scrape(make(lowest))).toEqual([]);
		expect(scrape(make(highest))).toEqual([]);
	});

	it(`rejects ${lowest - 1} and ${highest + 1}`, () => {
		expect(scrape(make(lowest - 1))).toEqual([
			expect.stringContaining(`must be at least ${lowest} (it is ${lowest - 1})`),
		]);
		expect(scrape(make(highest + 1))).toEqual([
			expect.stringContaining(`must be at most ${highest} (it is ${highest + 1})`),
		]);
	});
});

describe.each(unbounded)('%s', (_name, make, lowest) => {
	it(`accepts ${lowest} and two years in milliseconds`, () => {
		expect(scrape(make(lowest))).toEqual([]);
		expect(scrape(make(63_072_000_000))).toEqual([]);
	});

	it(`rejects ${lowest - 1}`, () => {
		expect(scrape(make(lowest - 1))).toEqual([expect.stringContaining(`at least ${lowest}`)]);
	});
});

const whole = [...numbers, ...unbounded].map(
	([name, make, lowest]) => [name, make, lowest] as const,
);

it.each(whole)('%s must be a whole number', (_name, make, lowest) => {
	expect(scrape(make(lowest + 0.5))).toEqual([
		expect.stringContaining(`must be a whole number (it is ${lowest + 0.5})`),
	]);
});

describe.each(lengths)('%s', (_name, make, longest) => {
	it(`accepts 1 and ${longest} characters`, () => {
		expect(scrape(make(1))).toEqual([]);
		expect(scrape(make(longest))).toEqual([]);
	});

	it('rejects an empty text and one that is too long', () => {
		expect(scrape(make(0))).toEqual([expect.stringContaining('must not be empty')]);
		expect(scrape(make(longest + 1))).toEqual([
			expect.stringContaining(`must be at most ${longest} characters long (it is ${longest + 1})`),
		]);
	});
});

it.each(counts)(
	'%s: the maximum number of entries is accepted, one more is rejected',
	(_name, make, most) => {
		expect(scrape(make(most))).toEqual([]);
		expect(scrape(make(most + 1))).toEqual([
			expect.stringContaining(`must contain at most ${most} entries (it contains ${most + 1})`),
		]);
	},
);

describe('interact', () => {
	const scrapeId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
	const interact = (fields: Record<string, unknown>) =>
		problems(interactRequest, { scrapeId, ...fields });

	it.each([
		['prompt', { prompt: long(10_000) }, { prompt: long(10_001) }],
		['code', { code: long(100_000) }, { code: long(100_001) }],
		['timeout', { timeout: 300 }, { timeout: 301 }],
		['shortest timeout', { timeout: 1 }, { timeout: 0 }],
	])('%s: the limit is accepted, the next value is rejected', (_name, within, beyond) => {
		expect(interact(within)).toEqual([]);
		expect(interact(beyond)).toEqual([expect.stringMatching(/must be at (most|least)/)]);
	});
});
