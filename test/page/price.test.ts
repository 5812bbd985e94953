import type { INodePropertyOptions } from 'n8n-workflow';
import type { JsonObject } from '../../nodes/WebData/json/json';
import { formatTypes, pageFormats } from '../../nodes/WebData/page/formats';
import { pagePrice, pagesPrice } from '../../nodes/WebData/page/price';
import { routes } from '../cases/routes';
import { everyField } from '../resources/everyField';

const json = { type: 'json', prompt: 'List the prices' };

// The prices of PDF files and Lockdown are those of the specification ("Limits"). The others were published by the
// service.
test.each<[string, JsonObject, number]>([
	['no options', {}, 1],
	['free formats', { formats: ['markdown', 'html', { type: 'screenshot' }] }, 1],
	['a paid format by name', { formats: ['audio'] }, 5],
	['two paid formats', { formats: [json, { type: 'question', question: 'Why?' }] }, 9],
	['a check for prompt injection', { formats: [{ ...json, checkPromptInjection: true }] }, 9],
	['redaction', { redactPII: true }, 5],
	['no redaction', { redactPII: false }, 1],
	['zero data retention', { zeroDataRetention: true }, 2],
	['threat protection', { threatProtection: { blacklist: ['a.example'] } }, 3],
	['threat protection that is off', { threatProtection: { mode: 'off' } }, 1],
	['lockdown', { lockdown: true }, 5],
	['an enhanced proxy', { proxy: 'enhanced' }, 1],
])('pagePrice returns the documented credits of a page with %s', (_name, options, credits) => {
	expect(pagePrice(options)).toBe(credits);
});

const redacted = { redactPII: true, parsers: ['pdf', { type: 'pdf', maxPages: 3 }] };
const [page, pdf] = ['https://example.com/a', 'https://example.com/a.PDF?b=1#c'];

test.each<[string, string[], JsonObject, number, number]>([
	['a file without a URL', ['a.pdf'], {}, 1, Infinity],
	['a file of another type', ['a.docx'], { formats: [json] }, 5, 5],
	['a PDF file that is not parsed', [pdf], { parsers: [] }, 1, 1],
	['PDF files with a page limit', [pdf, pdf], { parsers: [{ type: 'pdf', maxPages: 3 }] }, 2, 6],
	['pages on X', ['https://x.com/a', 'https://www.twitter.com', 'https://netflix.com'], {}, 61, 61],
	['a PDF file and a page with redaction', [page, pdf], redacted, 10, 5 + 3 * 5],
])('pagesPrice returns the least and most credits of %s', (_name, names, options, least, most) => {
	expect(pagesPrice(names, options)).toMatchObject({ least, most });
});

test('the form states the price of exactly those formats that cost more than the page', () => {
	const [type] = everyField([{ ...pageFormats().property, name: 'formats' }]).filter(
		({ path }) => path === 'formats.type',
	);
	const choices = (type?.field.options ?? []) as INodePropertyOptions[];
	const withPrice = choices.filter(({ description = '' }) =>
		description.endsWith('Costs 4 more credits per page.'),
	);
	const paid = formatTypes.filter((format) => pagePrice({ formats: [format] }) > 1);
	expect(withPrice.map(({ value }) => value).sort()).toEqual(paid.sort());
});

test.each([
	['crawl', 'with zero data retention', { limit: 10, zeroDataRetention: true }, 20],
	['crawl', 'with a paid format', { limit: 10, scrapeOptions: { formats: ['audio'] } }, 50],
	['search', 'with threat protection', { threatProtection: { mode: 'normal' } }, 2 + 10 * 2],
	['search', 'with pages', { limit: 11, scrapeOptions: { redactPII: true } }, 4 + 11 * 5],
	['search', 'of two sources', { limit: 15, sources: ['web', { type: 'news' }] }, 6],
	['search', 'of the catalog', { sources: [{ type: 'catalog' }] }, 0],
	['search', 'with privacy', { enterprise: ['zdr'] }, 10],
] as const)('the highest price of a %s %s', (name, _options, body, most) => {
	expect(routes[name].price?.({ body })).toMatchObject({ least: 0, most });
});
