import { findOperation } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';

const scrape = findOperation('scrape', 'scrape');

const plan = (raw: Record<string, unknown>) =>
	scrape?.plan(readForm(scrape.fields, { url: 'https://example.com', ...raw }).values);

const planned = (raw: Record<string, unknown>) => {
	const result = plan(raw);
	if (result === undefined || 'issues' in result) throw new Error('The form does not fit');
	return result;
};

const bodyOf = (raw: Record<string, unknown>): unknown =>
	JSON.parse(JSON.stringify(planned(raw).request.body));

const option = (options: Record<string, unknown>) => bodyOf({ options });

test('an untouched form sends only the URL', () => {
	expect(planned({ formats: {}, options: {} }).request).toEqual({
		endpoint: 'scrape',
		method: 'POST',
		path: ['scrape'],
		body: { url: 'https://example.com' },
		dataField: 'data',
		idempotency: 'repeatable',
		serviceTimeoutMs: expect.any(Function) as unknown,
	});
});

test('Markdown as the only format, the default of the form, is not sent', () => {
	expect(bodyOf({ formats: { format: [{ type: 'markdown' }] } })).toEqual({
		url: 'https://example.com',
	});
});

test('spaces around the URL are removed', () => {
	expect(bodyOf({ url: ' https://example.com/a \n' })).toEqual({ url: 'https://example.com/a' });
});

test.each([
	['sends a format without settings as its name', [{ type: 'links' }], ['links']],
	[
		'sends a format with empty options as its name',
		[{ type: 'screenshot', options: {} }],
		['screenshot'],
	],
	[
		'sends a format with settings as an object',
		[{ type: 'links' }, { type: 'screenshot', options: { fullPage: true } }],
		['links', { type: 'screenshot', fullPage: true }],
	],
	[
		'does not send the settings of another type',
		[{ type: 'question', question: 'Why?', prompt: 'old', schema: '{"a":1}' }],
		[{ type: 'question', question: 'Why?' }],
	],
])('%s', (_rule, format, formats) => {
	expect(bodyOf({ formats: { format } })).toEqual({ url: 'https://example.com', formats });
});

test.each<[string, object, unknown]>([
	['on', { redactPII: true }, true],
	['off', { redactPII: false }, false],
	['with options', { redactPIIOptions: { mode: 'fast' } }, { mode: 'fast' }],
	['on, with options', { redactPII: true, redactPIIOptions: { mode: 'fast' } }, { mode: 'fast' }],
	['on, with empty options', { redactPII: true, redactPIIOptions: {} }, true],
	['with options that were only added', { redactPIIOptions: {} }, true],
	['with options without a selection', { redactPIIOptions: { entities: [] } }, true],
	['with options that are empty JSON', { redactPIIOptions: { additionalFields: '{}' } }, true],
	['not set', {}, undefined],
	['with options that an expression leaves out', { redactPIIOptions: null }, undefined],
])('redaction of personal data is %s', (_case, options, redactPII) => {
	expect(option({ ...options })).toEqual({ url: 'https://example.com', redactPII });
});

const labels = {
	domainTools: 'Options > Catalog: Domain Tools',
	onlyCleanContent: 'Options > Content: Only Clean Content',
	zeroDataRetention: 'Options > Privacy: Zero Data Retention',
	lockdown: 'Options > Cache: Lockdown',
	redactPII: 'Options > Privacy: Redact PII',
	redactPIIOptions: 'Options > Privacy: Redact PII Options',
};

const notOff = `must not be off if '${labels.redactPIIOptions}' is set`;

test.each<[Record<string, unknown>, keyof typeof labels, string]>([
	[{ redactPII: false, redactPIIOptions: { mode: 'fast' } }, 'redactPII', notOff],
	[{ redactPII: false, redactPIIOptions: {} }, 'redactPII', notOff],
	[
		{ domainTools: true, zeroDataRetention: true },
		'domainTools',
		`cannot be combined with '${labels.zeroDataRetention}'`,
	],
	[
		{ onlyCleanContent: true, lockdown: true },
		'onlyCleanContent',
		`cannot be combined with '${labels.lockdown}'`,
	],
])('%j is a conflict that names both fields', (options, field, message) => {
	const raw = { url: 'https://example.com', options };
	const reading = readForm(scrape?.fields ?? [], raw);
	expect(scrape?.plan(reading.values)).toEqual({ issues: [{ path: [field], message }] });
	expect(reading.labelAt([field])).toBe(labels[field]);
});

test.each([
	[{ returnPdfUnparsed: true }, { parsers: [] }],
	[{ returnPdfUnparsed: true, parsers: { parser: [{ type: 'pdf' }] } }, { parsers: [] }],
	[{ returnPdfUnparsed: false }, {}],
	[
		{ returnPdfUnparsed: false, parsers: { parser: [{ type: 'pdf' }] } },
		{ parsers: [{ type: 'pdf' }] },
	],
])('Return PDF Unparsed sends an empty list instead of the parsers: %j', (options, body) => {
	expect(option(options)).toEqual({ url: 'https://example.com', ...body });
});

test.each([
	['duration', { type: 'wait', milliseconds: 5 }],
	['element', { type: 'wait', selector: 'x' }],
])('a wait for %s contains only the field that belongs to it', (waitUntil, sent) => {
	const row = { type: 'wait', waitUntil, milliseconds: 5, selector: 'x' };
	const body = { url: 'https://example.com', actions: [sent] };
	expect(option({ actions: { action: [row] } })).toEqual(body);
});

test('invalid values give issues with their paths and no request', () => {
	expect(
		plan({
			url: 'nonsense',
			options: { timeout: 999, actions: { action: [{ type: 'click' }] } },
		}),
	).toEqual({
		issues: [
			{ path: ['timeout'], message: 'must be at least 1000 (it is 999)' },
			{ path: ['actions', 0, 'selector'], message: 'is required' },
			{ path: ['url'], message: 'must start with http:// or https://' },
		],
	});
});

test('notices concern the page in the response', () => {
	const data = { metadata: { statusCode: 404 } };
	const { notices } = planned({});
	expect(notices({ success: true, data }, 0)).toHaveLength(1);
	expect(notices({ success: true }, 0)).toEqual([]);
});

describe('Fail on Page Error', () => {
	const planWith = (failOnPageError: boolean) => {
		const result = planned({ options: { failOnPageError } });
		expect(result.request.body).toEqual({ url: 'https://example.com' });
		return result;
	};
	const answered = (statusCode: number) => ({
		success: true,
		data: { markdown: '# No', metadata: { statusCode, error: 'Not Found' } },
	});

	test.each([
		[404, 'pageNotFound'],
		[410, 'pageNotFound'],
		[400, 'pageRefused'],
		[403, 'pageRefused'],
		[429, 'pageRefused'],
		[500, 'pageBroken'],
		[503, 'pageBroken'],
	])('makes a page with status %i a failure with its content', (statusCode, row) => {
		const { toParts, notices } = planWith(true);
		const answer = answered(statusCode);
		const failure = {
			errorId: row,
			message: `The page returned HTTP status ${statusCode} (Not Found)`,
			retry: 'never',
			facts: { statusCode, page: answer.data },
		};
		expect(toParts(answer, { simplify: true })).toEqual([
			{ failure: expect.objectContaining(failure) as object },
		]);
		expect(notices(answer, 0)).toEqual([]);
	});

	test.each([200, 304, 399])('keeps a page with status %i as an item', (statusCode) => {
		const [part] = planWith(true).toParts(answered(statusCode), { simplify: true });
		expect(part).toHaveProperty('json');
	});

	test('changes nothing while it is off', () => {
		const { toParts, notices } = planWith(false);
		expect(toParts(answered(404), { simplify: true })[0]).toHaveProperty('json');
		expect(notices(answered(404), 0).map(({ kind }) => kind)).toEqual(['pageStatus']);
	});
});
