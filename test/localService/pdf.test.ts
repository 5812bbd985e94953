import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { scrape, useService, type Json } from './testClient';

const service = useService();

const report = {
	first:
		'# Report on the North Mole Light\n\n' +
		'The light at the end of the north mole was inspected after the winter storms. ' +
		'The tower is sound; the gallery rail needs paint before the next season.\n\n' +
		'## Lamp\n\n' +
		'The lamp shows one white flash every ten seconds and is seen for 14 sea miles.',
	second:
		'# Tides\n\n' +
		'The mean spring range at the mole is 4.2 metres, the mean neap range 1.9 metres. ' +
		'The gauge was set again on the first of March.',
};

async function parse(parser: Record<string, unknown> = {}, options = {}): Promise<Json> {
	const parsers = [{ type: 'pdf', ...parser }];
	const { json } = await scrape(service.current, 'report.pdf', { parsers, ...options });
	return json.data ?? {};
}

it('PDF is returned as markdown by default, one credit per page', async () => {
	const { json } = await scrape(service.current, 'report.pdf');
	expect(json.data?.markdown).toContain(report.first);
	expect(json.data?.metadata).toMatchObject({
		title: 'North Mole Light',
		contentType: 'application/pdf',
		numPages: 3,
		totalPages: 3,
		creditsUsed: 3,
	});
	expect(json.data).not.toHaveProperty('pages');
	expect(json.data).not.toHaveProperty('blocks');
});

it('maxPages limits the parsed and charged pages, and totalPages is the full number', async () => {
	const { markdown, metadata } = await parse({ maxPages: 2 });
	expect(markdown).toBe(`${report.first}\n\n${report.second}`);
	expect(metadata).toMatchObject({ numPages: 2, totalPages: 3, creditsUsed: 2 });
});

it('redactPII costs four credits more for each page', async () => {
	const { metadata } = await parse({ maxPages: 2 }, { redactPII: true });
	expect(metadata?.creditsUsed).toBe(10);
});

it('pageMarkers adds markers between the pages', async () => {
	const { markdown } = await parse({ maxPages: 2, pageMarkers: true });
	expect(markdown).toBe(`${report.first}\n\n---\n\n<!-- page 2 -->\n\n${report.second}`);
	expect((await parse({ maxPages: 1, pageMarkers: true })).markdown).toBe(report.first);
});

it('pages fills data.pages', async () => {
	expect((await parse({ maxPages: 2, pages: true })).pages).toEqual([
		{ pageNumber: 1, markdown: report.first },
		{ pageNumber: 2, markdown: report.second },
	]);
});

it('blocks fills data.blocks with spans that point to its content', async () => {
	const { blocks, markdown } = await parse({ blocks: true, pageMarkers: true });
	const pages = blocks as unknown as { pageNumber: number; items: Json[] }[];
	expect(pages.map((page) => page.pageNumber)).toEqual([1, 2, 3]);
	expect(pages[0]).toMatchObject({ width: 612, height: 792, status: 'ok' });
	expect(pages[0]?.items.map((block) => block.type)).toEqual([
		'title',
		'text',
		'section_header',
		'text',
	]);
	for (const block of pages.flatMap((page) => page.items)) {
		const [start, end] = block.markdownSpan as unknown as [number, number];
		expect(String(markdown).slice(start, end)).toBe(block.content);
		expect(block.bbox).toHaveLength(4);
		for (const side of block.bbox as unknown as number[]) {
			expect(side).toBeGreaterThanOrEqual(0);
			expect(side).toBeLessThanOrEqual(1);
		}
	}
	expect(pages[1]?.items[0]).toMatchObject({ id: 'p2.b0', readingOrder: 0, source: 'native_text' });
});

it('redaction applies to blocks and pages, and sets their spans to null', async () => {
	const { blocks, pages } = await parse({ blocks: true, pages: true }, { redactPII: true });
	expect(JSON.stringify([blocks, pages])).not.toContain('keeper@');
	expect(blocks?.[0]?.items?.[0]?.markdownSpan).toBeNull();
});

it('PDF is returned base64-encoded without a parser, for one credit', async () => {
	const { json } = await scrape(service.current, 'report.pdf', { parsers: [] });
	const stored = readFileSync(path.join(__dirname, 'pages/report.pdf'));
	expect(json.data?.markdown).toBe(stored.toString('base64'));
	expect(json.data?.metadata?.creditsUsed).toBe(1);
});
