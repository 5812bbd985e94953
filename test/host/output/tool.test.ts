import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { outputForModel, shortenList } from '../../../nodes/WebData/host/output/tool';

const node = (type: string) => ({ type: `n8n-nodes-web-data.${type}` }) as unknown as INode;
const tool = node('webDataTool');
const ordinary = node('webData');

interface Host {
	of?: INode;
	maxResultLength?: number;
}

const host = ({ of = tool, maxResultLength }: Host) =>
	({
		getNode: () => of,
		getNodeParameter: (_name: string, _index: number, fallback: unknown) =>
			maxResultLength ?? fallback,
	}) as unknown as IExecuteFunctions;

describe('outputForModel', () => {
	const pages = [10, 11].map((page) => ({
		json: { markdown: 'x'.repeat(900), metadata: { url: `https://example.com/${page}` } },
		pairedItem: { item: 0 },
	}));

	it('limits the whole result, and adds a message that says how to get the rest', () => {
		const result = outputForModel(host({ maxResultLength: 1400 }), pages, []);
		const message =
			"This result is truncated to 1400 characters. To read the rest of a page, scrape its URL separately. To get longer results, the user can increase 'Max Result Length' of this tool.";
		expect(result).toMatchObject([
			{ json: { metadata: { url: 'https://example.com/10' } }, pairedItem: { item: 0 } },
			{ json: { metadata: { url: 'https://example.com/11' } } },
			{ json: { message } },
		]);
		expect(JSON.stringify(result.map(({ json }) => json)).length).toBeLessThanOrEqual(1400);
		expect(pages[0]?.json.markdown).toHaveLength(900);
	});

	it('says how many items are omitted', () => {
		const items = Array.from({ length: 300 }, () => pages).flat();
		const result = outputForModel(host({}), items, []);
		expect(result.at(-1)?.json.message).toContain('characters. 521 of 600 items are omitted. To');
		expect(result).toHaveLength(80);
	});

	it.each<[string, Host]>([
		['has exactly the maximum length', { maxResultLength: 1921 }],
		['has no limit', { maxResultLength: 0 }],
		['is in a workflow', { of: ordinary, maxResultLength: 1000 }],
		['is shorter than the default', {}],
	])('keeps a result that %s', (_case, given) => {
		expect(outputForModel(host(given), pages, [])).toBe(pages);
	});
});

it('outputForModel adds the facts at the end, once, and keeps them if the result is truncated', () => {
	const facts = ['2 of 3 pages failed.', 'The crawl reached its limit.'];
	const items = [{ json: { markdown: 'x'.repeat(2000) }, pairedItem: { item: 0 } }];
	const result = outputForModel(host({}), items, facts);
	const message = '2 of 3 pages failed. The crawl reached its limit.';
	expect(result).toEqual([...items, { json: { message }, pairedItem: { item: 0 } }]);
	const truncated = outputForModel(host({ maxResultLength: 1000 }), items, facts);
	expect(truncated.at(-1)?.json.message).toMatch(/^This result is truncated .* its limit\.$/);
	expect(JSON.stringify(truncated.map(({ json }) => json)).length).toBeLessThanOrEqual(1000);
	expect(outputForModel(host({ of: ordinary }), items, facts)).toBe(items);
});

it('outputForModel leaves room for the result if the facts are long', () => {
	const items = [{ json: { markdown: 'x'.repeat(2000) } }];
	const result = outputForModel(host({ maxResultLength: 1000 }), items, ['y'.repeat(5000)]);
	expect(JSON.stringify(result.map(({ json }) => json)).length).toBeLessThanOrEqual(1000);
	expect(result[0]?.json.markdown).toMatch(/^x{100,}/);
});

it('outputForModel counts a character of a non-Latin script as three', () => {
	const items = ['a', 'ä', '灯'].map((letter) => ({ json: { markdown: letter.repeat(20_000) } }));
	const lengths = items.map((item) => outputForModel(host({}), [item], []).length);
	expect(lengths).toEqual([1, 1, 2]);
});

it('outputForModel gives a tool without output an item with its facts', () => {
	const facts = ['The search found no results.', 'A word was ignored.'];

	const message = 'The result is empty. The search found no results. A word was ignored.';
	const items = [{ json: { message }, pairedItem: { item: 0 } }];
	expect(outputForModel(host({}), [], facts)).toEqual(items);
	expect(outputForModel(host({}), [], [])[0]?.json.message).toBe('The result is empty.');
});

const long = (length: number) => 'x'.repeat(length);

const cut = (kept: number, length: number) =>
	`${long(kept)}\n\n[Truncated: the text contains ${length} characters]`;

const sizeOf = (items: IDataObject[]) => JSON.stringify(items).length;

describe('shortenList', () => {
	// Of 4,002 characters, the brackets take 2, and each item takes 800. `{"t":""},` takes 9, and the note takes 50.
	it('truncates five long texts to equal lengths', () => {
		const items = shortenList(Array(5).fill({ t: long(1000) }), 4002);
		expect(items).toEqual(Array(5).fill({ t: cut(741, 1000) }));
		expect(sizeOf(items)).toBeLessThanOrEqual(4002);
	});

	// Four short items take 19 characters each, so the long item takes 1000 - 76 = 924.
	it('keeps four short texts, and truncates only the long text', () => {
		const short = Array(4).fill({ t: long(10) });
		const items = shortenList([...short, { t: long(5000) }], 1002);
		expect(items).toEqual([...short, { t: cut(865, 5000) }]);
	});

	// Each page takes 2,000 characters: 60 for names and the URL, 51 for the note, and the rest for the text.
	it('keeps the URL of each of 50 pages, with an equal part of each text', () => {
		const pages = (markdown: string) =>
			Array.from({ length: 50 }, (_, page) => ({
				markdown,
				metadata: { url: `https://example.com/${page + 10}` },
			}));
		const items = shortenList(pages(long(30_000)), 100_002);
		expect(items).toEqual(pages(cut(1889, 30_000)));
		expect(sizeOf(items)).toBeLessThanOrEqual(100_002);
	});

	// The list takes 990 characters: 2 for its brackets, 45 for the note, and 23 for each of 41 links.
	it('truncates a list of links after a whole link', () => {
		const links = Array(100).fill('https://example.com/');
		const note = '[Truncated: the list contains 100 entries]';
		expect(shortenList([{ links }], 1002)).toEqual([{ links: [...links.slice(0, 41), note] }]);
	});

	it('shares the room between the entries of a list inside an item', () => {
		const [item] = shortenList([{ pages: [{ t: long(5000) }, { t: 'b' }] }], 1002);
		expect(item).toEqual({ pages: [{ t: expect.stringMatching(/^x{800,}\n/) }, { t: 'b' }] });
	});

	it.each<[string, string]>([
		['with thousands of short texts', [...long(3000)].map((text, i) => `"n${i}":"${text}"`).join()],
		['with nested lists', `"a":${'['.repeat(3998)}"${long(30_000)}"${']'.repeat(3998)}`],
		['with nested objects', `${'"a":{'.repeat(3998)}"t":"${long(30_000)}"${'}'.repeat(3998)}`],
	])('truncates the texts of an object %s', (_case, properties) => {
		const items = shortenList([JSON.parse(`{${properties}}`), { t: 'a' }], 26_002);
		expect(JSON.stringify(items[0])).toContain('\\n\\n[Truncated: the text contains');
		expect(sizeOf(items)).toBeLessThanOrEqual(26_002);
		expect(items[1]).toEqual({ t: 'a' });
	});

	it('counts escaped characters as in JSON, and does not split a surrogate pair', () => {
		const items = shortenList([{ t: '"\n😀'.repeat(1000) }], 1002);
		expect(sizeOf(items)).toBeLessThanOrEqual(1002);
		expect(items[0]?.t).toMatch(/^(?:"\n😀)+(?:"|"\n)?\n\n\[/u);
	});
});
