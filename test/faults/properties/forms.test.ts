import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { resources } from '../../../nodes/WebData/operations';
import { checkAgentBody } from '../../localService/schemas/agent';
import { batchIssues } from '../../localService/schemas/batch';
import { crawlIssues, previewIssues } from '../../localService/schemas/crawl';
import { checkCodeBody, checkSessionBody } from '../../localService/schemas/browserSession';
import { checkInteractBody } from '../../localService/schemas/interact';
import { mapIssues } from '../../localService/schemas/map';
import { checkMonitorChange, checkNewMonitor } from '../../localService/schemas/monitor';
import { checkParseOptions } from '../../localService/schemas/parse';
import { checkCatalogBody, checkScrapeBody } from '../../localService/schemas/scrape';
import { searchIssues } from '../../localService/schemas/search';
import { loadBuiltNode } from '../../support/builtNode';
import { runForm } from './formContext';
import { propertySettings } from './settings';
import { valueFor } from './values';
import { expectSound } from './wellFormed';

const API_KEY = 'wd-s3cret-key-of-the-test';
const credential = { baseUrl: 'https://api.example.com', apiKey: API_KEY };
const node = loadBuiltNode();

const operations = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => ({
		resource: value,
		operation: operation.value,
		fields: operation.fields,
	})),
);

const formOf = (
	resource: string,
	operation: string,
	fields: readonly INodeProperties[],
): fc.Arbitrary<Record<string, unknown>> =>
	fc
		.oneof(
			...[0, 1].map((mistakes) =>
				fc.record(
					Object.fromEntries(fields.map((field) => [field.name, valueFor(field, mistakes)])),
				),
			),
		)
		.map((values) => ({ ...values, resource, operation, simplify: true }));

const previewed = (parameters: Record<string, unknown>) => ({
	...parameters,
	requestSettings: { previewRequest: true },
});

const monitorPath = '/v2/monitor';

/** Ignores errors about CSS selectors, because the node does not parse CSS selectors. */
const withoutSelectors = (check: (body: unknown) => { message?: string }[]) => (body: unknown) =>
	check(body).filter(({ message = '' }) => !/CSS selector/.test(message));

const checks: Readonly<Record<string, (body: unknown) => unknown[]>> = {
	'/v2/search': searchIssues,
	'/v2/map': mapIssues,
	'/v2/crawl': withoutSelectors(crawlIssues),
	'/v2/crawl/params-preview': previewIssues,
	'/v2/batch/scrape': withoutSelectors(batchIssues),
	'/v2/parse': checkParseOptions,
	[monitorPath]: checkNewMonitor,
};

const issuesIn = (url: string, body: unknown): unknown[] => {
	if (body === undefined) return [];
	const { pathname } = new URL(url);
	const check = checks[pathname];
	if (check !== undefined) return check(body);
	if (pathname.endsWith('/run')) return [];
	if (pathname.startsWith(monitorPath)) return checkMonitorChange(body);
	if (pathname === '/v2/agent') return checkAgentBody(body);
	if (pathname === '/v2/interact') return checkSessionBody(body);
	if (pathname.endsWith('/execute')) return checkCodeBody(body);
	if (pathname.endsWith('/interact')) return checkInteractBody(body);
	const isCatalog = Object.hasOwn(body as object, 'catalog');
	return isCatalog ? checkCatalogBody(body) : checkScrapeBody(body);
};

const completions: ReadonlySet<string> = new Set(['additionalFields', 'additionalBodyFields']);

const isCompleted = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	Object.entries(value).some(
		([key, inner]) =>
			completions.has(key) ||
			(key === 'redactPII' && typeof inner === 'object') ||
			isCompleted(inner),
	);

function expectAcceptable({ json }: INodeExecutionData): void {
	const { url, body, headers } = JSON.parse(JSON.stringify(json)) as {
		url: string;
		body?: unknown;
		headers: IDataObject;
	};
	expect(new URL(url).origin).toBe('https://api.example.com');
	expect(headers.authorization).toBe('Bearer ***');
	expect(issuesIn(url, body)).toEqual([]);
}

describe.each(operations)('$resource $operation', ({ resource, operation, fields }) => {
	it('sends a valid request or no request', async () => {
		let sent = 0;
		await fc.assert(
			fc.asyncProperty(
				formOf(resource, operation, fields),
				fc.boolean(),
				async (form, continueOnFail) => {
					const run = runForm(node, { parameters: previewed(form), credential, continueOnFail });
					const [item] = await expectSound(run, continueOnFail, API_KEY);
					if (item === undefined || 'error' in item.json) return;
					sent += 1;
					if (!isCompleted(form)) expectAcceptable(item);
				},
			),
			propertySettings(600),
		);
		expect(sent).toBeGreaterThan(10);
	});
});
