// Name and type of a file: the server's word first, then the address, then the kind.

import { fileInfo, type FileSource } from '../../nodes/WebData/files/fileNames';

const fallback = { name: 'screenshot', mimeType: 'image/png' };

const factsOf = ({ headers = {}, urls = [], ...rest }: Partial<FileSource>): [string, string] => {
	const { fileName, mimeType } = fileInfo({ headers, urls, fallback, ...rest });
	return [fileName, mimeType];
};

const disposition = (value: string) => ({ 'content-disposition': value });

describe('the name', () => {
	it.each([
		['attachment; filename="tide table.png"', 'tide table.png'],
		['attachment; filename=tides.png', 'tides.png'],
		['attachment;filename=tides.png;size=5', 'tides.png'],
		['inline; filename="a \\"quoted\\" name.png"', 'a quoted name.png'],
		['attachment; filename="plain.png"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe.png', 'größe.png'],
		["attachment; filename*=utf-8'de'a%20b.png", 'a b.png'],
		["attachment; filename*=utf-8''%E0%A4%A.png", '%E0%A4%A.png'],
		['filename=alone.png', 'screenshot.png'],
		['attachment', 'screenshot.png'],
		['attachment; filename=""', 'screenshot.png'],
		['attachment; filename="../../etc/passwd"', 'passwd.png'],
		['attachment; filename="C:\\\\files\\\\a.png"', 'a.png'],
		['attachment; filename=".."', 'screenshot.png'],
		['attachment; filename="a\u0000b\u001f.png"', 'ab.png'],
	])('of %s is %s', (header, name) => {
		expect(factsOf({ headers: disposition(header) })[0]).toBe(name);
	});

	it.each([
		[['https://files.example.com/a/b.jpg?sig=1'], 'b.jpg'],
		[['https://files.example.com/a%20b.png'], 'a b.png'],
		[['https://files.example.com/shots/8f3a'], '8f3a.png'],
		[['https://files.example.com/dl/9', 'https://cdn.example.com/final.webp'], 'final.webp'],
		[['https://files.example.com/first.png', 'https://cdn.example.com/b.png'], 'first.png'],
		[['https://files.example.com/'], 'screenshot.png'],
		[['https://files.example.com/v2.1'], 'v2.1.png'],
		[['https://files.example.com/%'], '%.png'],
		[['nonsense'], 'screenshot.png'],
		[[], 'screenshot.png'],
	])('of the address %j is %s', (urls, name) => {
		expect(factsOf({ urls })[0]).toBe(name);
	});

	it('of the server wins over the address', () => {
		const urls = ['https://files.example.com/a.jpg'];
		expect(factsOf({ headers: disposition('attachment; filename=b.gif'), urls })[0]).toBe('b.gif');
	});

	it('that is very long keeps its end', () => {
		const urls = [`https://files.example.com/${'long'.repeat(100)}.png`];
		const [name] = factsOf({ urls });
		expect(name).toHaveLength(150);
		expect(name).toMatch(/long\.png$/);
	});
});

describe('the type', () => {
	it.each([
		['image/webp', 'image/webp', 'a.webp'],
		['Image/PNG', 'image/png', 'a.png'],
		['text/html; charset=utf-8', 'text/html', 'a.html'],
		['application/octet-stream', 'image/png', 'a.png'],
		['binary/octet-stream', 'image/png', 'a.png'],
		['', 'image/png', 'a.png'],
		['application/x-strange', 'application/x-strange', 'a.bin'],
		['image/jpeg', 'image/jpeg', 'a.jpg'],
	])('%j is %s, and a name without an ending gets one: %s', (header, mimeType, name) => {
		const urls = ['https://files.example.com/a'];
		expect(factsOf({ headers: { 'content-type': header }, urls })).toEqual([name, mimeType]);
	});

	it.each([
		['a.pdf', 'application/pdf'],
		['a.JPEG', 'image/jpeg'],
		['a.mp4', 'video/mp4'],
		['a.strange', 'image/png'],
	])('of %s without a word of the server is %s', (name, mimeType) => {
		expect(factsOf({ urls: [`https://files.example.com/${name}`] })).toEqual([name, mimeType]);
	});
});
