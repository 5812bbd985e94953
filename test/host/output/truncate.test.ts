import type { IDataObject } from 'n8n-workflow';
import { shortenItems } from '../../../nodes/WebData/host/output/tool';

const long = (length: number) => 'x'.repeat(length);

const cut = (kept: number, length: number) =>
	`${long(kept)}\n\n[Truncated: the text contains ${length} characters]`;

const sizeOf = (items: IDataObject[]) => JSON.stringify(items).length;

describe('shortenItems', () => {
	// Of 4,002 characters, the brackets take 2, and each item takes 800. `{"t":""},` takes 9, and the note takes 50.
	it('truncates five long texts to equal lengths', () => {
		const items = shortenItems(Array(5).fill({ t: long(1000) }), 4002);
		expect(items).toEqual(Array(5).fill({ t: cut(741, 1000) }));
		expect(sizeOf(items)).toBeLessThanOrEqual(4002);
	});

	// Four short items take 19 characters each, so the long item takes 1000 - 76 = 924.
	it('keeps four short texts, and truncates only the long text', () => {
		const short = Array(4).fill({ t: long(10) });
		const items = shortenItems([...short, { t: long(5000) }], 1002);
		expect(items).toEqual([...short, { t: cut(865, 5000) }]);
	});

	// Each page takes 2,000 characters: 60 for names and the URL, 51 for the note, and the rest for the text.
	it('keeps the URL of each of 50 pages, with an equal part of each text', () => {
		const pages = (markdown: string) =>
			Array.from({ length: 50 }, (_, page) => ({
				markdown,
				metadata: { url: `https://example.com/${page + 10}` },
			}));
		const items = shortenItems(pages(long(30_000)), 100_002);
		expect(items).toEqual(pages(cut(1889, 30_000)));
		expect(sizeOf(items)).toBeLessThanOrEqual(100_002);
	});

	// The list takes 990 characters: 2 for its brackets, 45 for the note, and 23 for each of 41 links.
	it('truncates a list of links after a whole link', () => {
		const links = Array(100).fill('https://example.com/');
		const note = '[Truncated: the list contains 100 entries]';
		expect(shortenItems([{ links }], 1002)).toEqual([{ links: [...links.slice(0, 41), note] }]);
	});

	it('shares the room between the entries of a list inside an item', () => {
		const [item] = shortenItems([{ pages: [{ t: long(5000) }, { t: 'b' }] }], 1002);
		expect(item).toEqual({ pages: [{ t: expect.stringMatching(/^x{800,}\n/) }, { t: 'b' }] });
	});

	it.each<[string, string]>([
		['with thousands of short texts', [...long(3000)].map((text, i) => `"n${i}":"${text}"`).join()],
		['with nested lists', `"a":${'['.repeat(3998)}"${long(30_000)}"${']'.repeat(3998)}`],
		['with nested objects', `${'"a":{'.repeat(3998)}"t":"${long(30_000)}"${'}'.repeat(3998)}`],
	])('truncates the texts of an object %s', (_case, properties) => {
		const items = shortenItems([JSON.parse(`{${properties}}`), { t: 'a' }], 26_002);
		expect(JSON.stringify(items[0])).toContain('\\n\\n[Truncated: the text contains');
		expect(sizeOf(items)).toBeLessThanOrEqual(26_002);
		expect(items[1]).toEqual({ t: 'a' });
	});

	it('counts escaped characters as in JSON, and does not split a surrogate pair', () => {
		const items = shortenItems([{ t: '"\n😀'.repeat(1000) }], 1002);
		expect(sizeOf(items)).toBeLessThanOrEqual(1002);
		expect(items[0]?.t).toMatch(/^(?:"\n😀)+(?:"|"\n)?\n\n\[/u);
	});
});
