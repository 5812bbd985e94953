import type { INodeProperties } from 'n8n-workflow';
import { scrapeRequest } from '../../nodes/WebData/api/scrape/scrapeRequest';
import { labelOf } from '../../nodes/WebData/operations/form/labels';
import { bodyFieldsOfSpecification, scrapeFieldRows } from '../spec/scrapeFields';
import { useBuiltNode } from '../support/useBuiltNode';

const { node, service, execute } = useBuiltNode({ zeroDataRetention: true });

const scrape = async (form: Record<string, unknown>) => {
	const { items } = await execute({
		parameters: { resource: 'scrape', operation: 'scrape', url: pageUrl(), ...form } as never,
		onError: 'continueRegularOutput',
	});
	return items[0]?.json;
};

const pageUrl = () => `${service.url}/pages/article.html`;

const received = () => service.requests.filter(({ path }) => path === '/v2/scrape');

const httpCodeOf = (json: unknown): unknown =>
	(json as { details?: { httpCode?: number } } | undefined)?.details?.httpCode;

describe('a field of the specification', () => {
	it.each(scrapeFieldRows.map((row) => [row.table, row.field, row] as const))(
		'%s: %s is sent as set, and nothing else is sent',
		async (_table, _field, { form, sent }) => {
			const json = await scrape(form);
			expect(received().map(({ body }) => body)).toEqual([{ url: pageUrl(), ...sent }]);
			expect(httpCodeOf(json)).not.toBe(400);
		},
	);

	it.each(bodyFieldsOfSpecification)('%s is in the form', (field) => {
		expect(labelOf(node.description.properties as INodeProperties[], field)).toEqual(
			expect.any(String),
		);
	});

	it.each(bodyFieldsOfSpecification)('%s is in the request schema', (field) => {
		expect(Object.keys(scrapeRequest.shape)).toContain(field);
	});

	it.each(bodyFieldsOfSpecification)('%s has a row in this test', (field) => {
		const fields = scrapeFieldRows.map((row) => row.field.split(/[., ]/)[0]);
		expect(fields).toContain(field);
	});
});

describe('a request', () => {
	it('contains only the URL if the form is untouched', async () => {
		const json = await scrape({});
		expect(received().map(({ rawBody }) => rawBody)).toEqual([JSON.stringify({ url: pageUrl() })]);
		expect(json).toHaveProperty('markdown', expect.stringContaining('#'));
	});

	it('contains no empty strings, lists, or objects from groups that were only added', async () => {
		await scrape({
			formats: { format: [] },
			options: {
				actions: {},
				location: {},
				headers: { header: [{ name: '', value: '' }] },
				includeTags: [],
				profile: {},
				additionalBodyFields: '',
			},
		});
		expect(received().map(({ body }) => body)).toEqual([{ url: pageUrl() }]);
	});

	it('redacts personal data if only the group for it was added', async () => {
		await scrape({ options: { redactPIIOptions: {} } });
		expect(received().map(({ body }) => body)).toEqual([{ url: pageUrl(), redactPII: true }]);
	});

	it.each<[string, Record<string, unknown>, string]>([
		[
			'a switch that contradicts its group',
			{ redactPII: false, redactPIIOptions: { mode: 'fast' } },
			"'Options > Privacy: Redact PII' must not be off if 'Options > Privacy: Redact PII Options' is set",
		],
		[
			'domain tools with zero data retention',
			{ domainTools: true, zeroDataRetention: true },
			"'Options > Catalog: Domain Tools' cannot be combined with 'Options > Privacy: Zero Data Retention'",
		],
		[
			'domain tools with lockdown',
			{ domainTools: true, lockdown: true },
			"'Options > Catalog: Domain Tools' cannot be combined with 'Options > Cache: Lockdown'",
		],
		[
			'cleaning by a model with zero data retention',
			{ onlyCleanContent: true, zeroDataRetention: true },
			"'Options > Content: Only Clean Content' cannot be combined with 'Options > Privacy: Zero Data Retention'",
		],
	])('is not sent with %s', async (_case, options, error) => {
		expect(await scrape({ options })).toMatchObject({
			error,
			details: { retryable: false },
		});
		expect(service.requests).toEqual([]);
	});

	it('contains Additional Body Fields, which override other fields', async () => {
		await scrape({
			options: {
				timeout: 5000,
				location: { country: 'DE' },
				additionalBodyFields: '{"timeout":9000,"location":{"languages":["de"]},"origin":"test"}',
			},
		});
		expect(received().map(({ body }) => body)).toEqual([
			{
				url: pageUrl(),
				timeout: 9000,
				location: { country: 'DE', languages: ['de'] },
				origin: 'test',
			},
		]);
	});

	it('accepts objects and numbers from expressions', async () => {
		await scrape({
			formats: {
				format: [{ type: 'json', schema: { type: 'object', properties: {} } }],
			},
			options: { timeout: '7000', mobile: 'true', includeTags: [['main', 'article']] },
		});
		expect(received().map(({ body }) => body)).toEqual([
			{
				url: pageUrl(),
				formats: [{ type: 'json', schema: { type: 'object', properties: {} } }],
				timeout: 7000,
				mobile: true,
				includeTags: ['main', 'article'],
			},
		]);
	});

	it('is not sent in a preview', async () => {
		const { items, hints } = await execute({
			parameters: {
				resource: 'scrape',
				operation: 'scrape',
				url: pageUrl(),
				options: { timeout: 5000 },
				requestSettings: { previewRequest: true },
			},
		});
		expect(service.requests).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining("'Preview Request' is on"),
		]);
		expect(items[0]?.json).toEqual({
			method: 'POST',
			url: `${service.url}/v2/scrape`,
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				authorization: 'Bearer ***',
			},
			body: { url: pageUrl(), timeout: 5000 },
		});
	});
});
