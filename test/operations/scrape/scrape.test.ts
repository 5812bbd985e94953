import { serviceTimeoutMs } from '../../../nodes/WebData/api/http/request';
import { findOperation } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';

const scrape = findOperation('scrape', 'scrape');

const plan = (raw: Record<string, unknown>) =>
	scrape?.plan(readForm(scrape.fields, { url: 'https://example.com', ...raw }).values);

const requestOf = (raw: Record<string, unknown>) => {
	const planned = plan(raw);
	return planned && 'request' in planned ? planned.request : undefined;
};

const bodyOf = (raw: Record<string, unknown>): unknown =>
	JSON.parse(JSON.stringify(requestOf(raw)?.body ?? plan(raw)));

const option = (options: Record<string, unknown>) => bodyOf({ options });

test('an untouched form sends only the URL', () => {
	expect(requestOf({ formats: {}, options: {} })).toEqual({
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
	['the form', { timeout: 5000 }, 5000],
	['Additional Body Fields', { additionalBodyFields: { timeout: 120_000 } }, 120_000],
	['nothing', {}, 300_000],
])('the timeout of the service is set by %s', (_source, options, ms) => {
	const request = requestOf({ options });
	expect(request && serviceTimeoutMs(request)).toBe(ms);
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

test.each([
	['on', { redactPII: true }, true],
	['off', { redactPII: false }, false],
	['with options', { redactPIIOptions: { mode: 'fast' } }, { mode: 'fast' }],
	['on, with options', { redactPII: true, redactPIIOptions: { mode: 'fast' } }, { mode: 'fast' }],
	['on, with empty options', { redactPII: true, redactPIIOptions: {} }, true],
	['on, with options that were only added', { redactPIIOptions: {} }, true],
	['on, with options without a selection', { redactPIIOptions: { entities: [] } }, true],
	['on, with options that are empty JSON', { redactPIIOptions: { additionalFields: '{}' } }, true],
])('personal data is redacted: %s', (_case, options, redactPII) => {
	expect(option(options)).toEqual({ url: 'https://example.com', redactPII });
});

test.each([
	['no setting', {}],
	['options that an expression leaves out', { redactPIIOptions: null }],
])('personal data is not redacted: %s', (_case, options) => {
	expect(option(options)).toEqual({ url: 'https://example.com' });
});

const labels = {
	domainTools: 'Options > Catalog: Domain Tools',
	onlyCleanContent: 'Options > Content: Only Clean Content',
	zeroDataRetention: 'Options > Privacy: Zero Data Retention',
	lockdown: 'Options > Cache: Lockdown',
	redactPII: 'Options > Privacy: Redact PII',
	redactPIIOptions: 'Options > Privacy: Redact PII Options',
};

test.each<[Record<string, unknown>, keyof typeof labels, string]>([
	[
		{ redactPII: false, redactPIIOptions: { mode: 'fast' } },
		'redactPII',
		`must not be off if '${labels.redactPIIOptions}' is set`,
	],
	[
		{ redactPII: false, redactPIIOptions: {} },
		'redactPII',
		`must not be off if '${labels.redactPIIOptions}' is set`,
	],
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
	['sends an empty list of parsers', { returnPdfUnparsed: true }, { parsers: [] }],
	[
		'takes precedence over parsers',
		{ returnPdfUnparsed: true, parsers: { parser: [{ type: 'pdf' }] } },
		{ parsers: [] },
	],
	['off: the body is unchanged', { returnPdfUnparsed: false }, {}],
	[
		'off: parsers are kept',
		{ returnPdfUnparsed: false, parsers: { parser: [{ type: 'pdf' }] } },
		{ parsers: [{ type: 'pdf' }] },
	],
])('Return PDF Unparsed: %s', (_rule, options, body) => {
	expect(option(options)).toEqual({ url: 'https://example.com', ...body });
});

test.each([
	[
		'a time',
		{ type: 'wait', waitUntil: 'duration', milliseconds: 5, selector: 'x' },
		{ type: 'wait', milliseconds: 5 },
	],
	[
		'an element',
		{ type: 'wait', waitUntil: 'element', milliseconds: 5, selector: 'x' },
		{ type: 'wait', selector: 'x' },
	],
])('a wait for %s contains only the field that belongs to it', (_form, row, action) => {
	expect(option({ actions: { action: [row] } })).toMatchObject({ actions: [action] });
	expect(option({ actions: { action: [row] } })).not.toHaveProperty('actions.0.waitUntil');
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
	const planned = plan({});
	if (planned === undefined || 'issues' in planned) throw new Error('The form does not fit');
	const data = { metadata: { statusCode: 404 } };
	expect(planned.notices({ success: true, data }, 0)).toHaveLength(1);
	expect(planned.notices({ success: true }, 0)).toEqual([]);
});

describe('Fail on Page Error', () => {
	const planWith = (failOnPageError: boolean) => {
		const planned = plan({ options: { failOnPageError } });
		if (planned === undefined || 'issues' in planned) throw new Error('The form does not fit');
		expect(planned.request.body).toEqual({ url: 'https://example.com' });
		return planned;
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
		const planned = planWith(true);
		const answer = answered(statusCode);
		expect(planned.toParts(answer, { simplify: true })).toEqual([
			{
				failure: expect.objectContaining({
					errorId: row,
					message: `The page returned HTTP status ${statusCode} (Not Found)`,
					retry: 'never',
					facts: { statusCode, page: answer.data },
				}) as object,
			},
		]);
		expect(planned.notices(answer, 0)).toEqual([]);
	});

	test.each([200, 304, 399])('keeps a page with status %i as an item', (statusCode) => {
		const [part] = planWith(true).toParts(answered(statusCode), { simplify: true });
		expect(part).toHaveProperty('json');
	});

	test('changes nothing while it is off', () => {
		const planned = planWith(false);
		expect(planned.toParts(answered(404), { simplify: true })[0]).toHaveProperty('json');
		expect(planned.notices(answered(404), 0).map(({ kind }) => kind)).toEqual(['pageStatus']);
	});
});
