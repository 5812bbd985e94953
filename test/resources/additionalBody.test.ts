import { readForm } from '../../nodes/WebData/form/read';
import type { JsonObject } from '../../nodes/WebData/json/json';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { type Plan, planItem } from '../../nodes/WebData/operation/plan';
import { operations } from '../cases';
import { everyValue } from '../cases/everyValue';
import { everyField } from './everyField';

const url = 'https://example.com/a';
const other = 'https://example.com/b';
const id = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const merging = operations.filter(([, { form }]) =>
	everyField(form.fields).some(({ field }) => field.name === 'additionalBodyFields'),
);

const page = (sourceURL: string): JsonObject => ({
	markdown: '',
	screenshot: 'https://example.com/a.png',
	metadata: {
		...{ sourceURL, url: sourceURL, cacheState: 'hit', cachedAt: '2026-01-01T00:00:00Z' },
		...{ numPages: 1, totalPages: 9, statusCode: 200 },
	},
});
const ended = {
	...{ jobId: id, startFacts: {}, status: { status: 'completed' } },
	result: { pages: [page(url), page(other)], failedPages: [], status: 'completed' },
};
const started = { jobId: id, response: { success: true, id } };

/** The answer of each operation, by its name. */
const answers: Record<string, unknown> = {
	'scrape.scrape': { success: true, data: page(url) },
	'crawl.run': ended,
	'crawl.start': started,
	'batchScrape.run': [{ urls: [url, other], job: ended }],
	'batchScrape.start': [{ urls: [url, other], job: started }],
	'map.map': { success: true, links: [{ url }, { url: other }] },
	'search.search': { success: true, data: { web: [{ url, ...page(url) }, { url: other }] } },
	'parse.parse': { parsed: [{ file: 'a.pdf', answer: { data: page(url) } }], skipped: [] },
	'agent.run': { jobId: id, startFacts: {}, status: { status: 'completed', data: {} } },
	'agent.start': started,
};

/** Values that the form accepts, and on which the output depends. Other fields get a value of their type. */
const samples: JsonObject = {
	...{ url: other, urls: [other], scrapeId: id, monitorId: id, sessionId: id, appendToId: id },
	...{ limit: 2, timeout: 9000, maxAge: 1_000_000, minAge: 1, waitFor: 5, query: 'b' },
	...{ formats: [{ type: 'html' }], sources: [{ type: 'web' }, { type: 'news' }] },
	...{ parsers: [{ type: 'pdf', maxPages: 2 }], actions: [{ type: 'click', selector: '#a' }] },
	...{ webhook: { url: 'https://example.com/hook' }, prompt: 'b', code: 'b', name: 'b' },
	...{ location: { country: 'DE' }, headers: { 'X-A': '1' }, scrapeOptions: { maxAge: 7 } },
	...{
		schema: { type: 'object' },
		schedule: { text: 'daily' },
		targets: [{ type: 'scrape', urls: [url] }],
	},
	...{ auditMetadata: { username: 'b' }, threatProtection: { mode: 'normal' }, language: 'bash' },
	...{ existingSessionId: id, threadId: id, ttl: 60, activityTtl: 60, maxCredits: 5, goal: 'b' },
	...{ includePaths: ['^/b'], excludePaths: ['^/c'], includeTags: ['b'], excludeTags: ['c'] },
	...{ redactPIIOptions: { mode: 'fast' }, notification: {}, profile: { name: 'b' } },
	...{ includeDomains: ['b.example'], excludeDomains: ['c.example'], categories: ['github'] },
};

const required: JsonObject = {
	...{
		url,
		urls: [url],
		query: 'a',
		prompt: 'a',
		code: 'a',
		name: 'a',
		scrapeId: id,
		monitorId: id,
	},
	...{ sessionId: id, schedule: { text: 'hourly' }, targets: [{ type: 'scrape', urls: [other] }] },
	limit: 5,
	inputBinaryField: {
		files: [{ field: 'data', fileName: 'a.pdf', contentType: 'application/pdf', size: 1 }],
		...{ missing: [], available: [] },
	},
};

const isPlan = (plan: object): plan is Plan => !('issues' in plan);

function baseOf({ form: { input } }: Operation): JsonObject {
	const entries = Object.entries(required).filter(([name]) => name in input.shape);
	return Object.fromEntries(entries);
}

const outputOf = (plan: Plan, name: string) =>
	[true, false].map((simplify) => {
		const nowMs = Date.parse('2026-01-03T00:00:00Z');
		const answer = structuredClone(answers[name] ?? { success: true, data: page(url) });
		const { parts, notices } = plan.toOutput(answer, { simplify, nowMs });
		return { parts: [...parts], notices };
	});

const plainBody = ({ request }: Plan): JsonObject =>
	JSON.parse(JSON.stringify(request.body ?? {})) as JsonObject;

/** Returns the outputs for a field that is set by the form, and by *Additional Body Fields*. */
function bothWays(name: string, operation: Operation, field: string, value: unknown) {
	const base = baseOf(operation);
	const plain = planItem(operation, base);
	const byForm = planItem(operation, { ...base, [field]: value });
	if (!isPlan(plain) || !isPlan(byForm)) return undefined;
	const before = plainBody(plain);
	const changed = Object.entries(plainBody(byForm)).filter(
		([key, sent]) => JSON.stringify(sent) !== JSON.stringify(before[key]),
	);
	if (changed.length === 0) return undefined;
	const additionalBodyFields = Object.fromEntries(changed);
	const byBody = planItem(operation, { ...base, additionalBodyFields });
	if (!isPlan(byBody)) return { form: outputOf(byForm, name), body: byBody };
	return { form: outputOf(byForm, name), body: outputOf(byBody, name) };
}

const rows = merging.flatMap(([name, operation]) => {
	const { values } = readForm(operation.form.fields, everyValue(operation.form.fields, true));
	const { form } = operation;
	const fields = Object.keys(form.sent(form.input.shape));
	return fields.map((field) => {
		const value = samples[field] ?? values[field];
		return { name, field, both: bothWays(name, operation, field, value) };
	});
});

const tried = rows.filter(({ both }) => both !== undefined);

it('most fields that are sent in a body are tried', () => {
	expect(merging.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(answers)));
	expect(tried.length).toBeGreaterThan(250);
});

it('a field gives the same output, whether the form or Additional Body Fields sets it', () => {
	const different = tried.filter(
		({ both }) => JSON.stringify(both?.form) !== JSON.stringify(both?.body),
	);
	expect(different.map(({ name, field }) => `${name} ${field}`)).toEqual([]);
});

const searchTarget = { type: 'search', queries: ['a'] };
const domains = { includeDomains: ['a.example'], excludeDomains: ['b.example'] };
const inBody = 'Additional Body Fields';

interface Combination {
	name: string;
	form: JsonObject;
	body: JsonObject;
}

/** Values of the form and of the body that cannot be combined, the path of the issue, and a part of its message. */
const conflicting: (Combination & { path: unknown[]; text: string })[] = [
	{
		...{ name: 'scrape.scrape', form: { waitFor: 6000 }, body: { timeout: 10_000 } },
		...{ path: ['waitFor'], text: `half of 'Options > ${inBody} > timeout'` },
	},
	{
		...{ name: 'search.search', form: { includeDomains: ['a.example'] } },
		...{ body: { excludeDomains: ['b.example'] }, path: ['includeDomains'] },
		text: `cannot be combined with 'Options > ${inBody} > excludeDomains'`,
	},
	{
		...{
			name: 'search.search',
			form: { dateRange: { from: '2026-01-01' } },
			body: { tbs: 'qdr:w' },
		},
		...{ path: ['additionalBodyFields', 'tbs'], text: 'cannot be combined with' },
	},
	{
		...{ name: 'map.map', form: {}, body: { includePaths: ['https://example.com/a'] } },
		...{ path: ['additionalBodyFields', 'includePaths', 0], text: 'may match no page' },
	},
	{
		...{ name: 'parse.parse', form: { onlyCleanContent: true }, body: { zeroDataRetention: true } },
		...{ path: ['onlyCleanContent'], text: `'Options > ${inBody} > zeroDataRetention'` },
	},
	...['crawl.run', 'crawl.start'].map((name) => ({
		...{ name, form: { scrapeOptions: { onlyCleanContent: true } } },
		...{ body: { zeroDataRetention: true }, path: ['scrapeOptions', 'onlyCleanContent'] },
		text: `'Options > ${inBody} > zeroDataRetention'`,
	})),
	...['batchScrape.run', 'batchScrape.start'].map((name) => ({
		...{ name, form: { redactPIIOptions: { mode: 'fast' } }, body: { redactPII: false } },
		...{ path: ['additionalBodyFields', 'redactPII'], text: 'must not be off if' },
	})),
	...['agent.run', 'agent.start'].map((name) => ({
		...{ name, form: { schemaExample: { a: 1 } }, body: { schema: { type: 'object' } } },
		...{ path: ['schemaExample'], text: `'Options > ${inBody} > schema'` },
	})),
	{
		...{ name: 'monitor.create', form: {}, body: { targets: [searchTarget] } },
		...{ path: ['goal'], text: 'is required for a search target' },
	},
	{
		...{ name: 'monitor.update', form: {}, body: { targets: [{ ...searchTarget, ...domains }] } },
		...{ path: ['additionalBodyFields', 'targets', 0, 'includeDomains'], text: 'combined' },
	},
];

/** Values of the form that cannot be combined, and a body that removes the conflict. */
const solved: Combination[] = [
	{
		...{ name: 'scrape.scrape', form: { onlyCleanContent: true, lockdown: true } },
		body: { lockdown: false },
	},
	{ name: 'scrape.interact', form: { interactWith: 'code', code: undefined }, body: { code: 'a' } },
	{ name: 'search.search', form: domains, body: { excludeDomains: null } },
	{ name: 'agent.run', form: { strictConstrainToURLs: true }, body: { urls: [url] } },
	{ name: 'monitor.create', form: { targets: [searchTarget] }, body: { goal: 'Prices' } },
	{
		name: 'crawl.run',
		form: { includePaths: ['https://example.com/a'] },
		body: { regexOnFullURL: true },
	},
];

const issuesOf = (name: string, values: JsonObject) => {
	const operation = operations.find(([each]) => each === name)?.[1];
	if (operation === undefined) throw new Error(`There is no operation ${name}`);
	const { urls: _urls, schedule: _schedule, ...base } = baseOf(operation);
	const given = name.startsWith('batchScrape') ? { ...base, urlsFrom: 'list', urls: [url] } : base;
	const entered = { interactWith: 'prompt', text: 'hourly', ...given, ...values };
	const known = Object.entries(entered).filter(
		([key]) => key in operation.form.input.shape || key === 'additionalBodyFields',
	);
	const plan = planItem(operation, Object.fromEntries(known));
	return isPlan(plan) ? plan.hints : plan.issues;
};

it('each operation with conflicts and Additional Body Fields is tried', () => {
	const expected = merging.filter(([, { conflicts }]) => conflicts !== undefined);
	const names = new Set([...conflicting, ...solved].map(({ name }) => name));
	expect([...names].sort()).toEqual(expected.map(([name]) => name).sort());
});

test.each(conflicting)(
	'$name rejects $body in Additional Body Fields with $form in the form, and says where it is',
	({ name, form, body, path, text }) => {
		const inForm = path.filter((step) => step !== 'additionalBodyFields');
		expect(issuesOf(name, { ...form, ...body })).toMatchObject([{ path: inForm }]);
		expect(issuesOf(name, form)).toEqual([]);
		const issues = issuesOf(name, { ...form, additionalBodyFields: body });
		expect(issues).toMatchObject([{ path, message: expect.stringContaining(text) as string }]);
	},
);

test.each(solved)(
	'$name accepts $form in the form if Additional Body Fields contains $body',
	({ name, form, body }) => {
		expect(issuesOf(name, form)).toHaveLength(1);
		expect(issuesOf(name, { ...form, additionalBodyFields: body })).toEqual([]);
	},
);
