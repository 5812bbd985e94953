import { fileInfo } from '../../nodes/WebData/files/fileNames';

const fallback = { name: 'screenshot', mimeType: 'image/png' };

const nameAndType = ({
	headers = {},
	urls = [],
}: Partial<Parameters<typeof fileInfo>[0]>): [string, string] => {
	const { fileName, mimeType } = fileInfo({ headers, urls, fallback });
	return [fileName, mimeType];
};

const disposition = (value: string) => ({ 'content-disposition': value });

describe('the name', () => {
	it.each([
		['attachment; filename="tide table.png"', 'tide table.png'],
		['attachment; filename=tides.png', 'tides.png'],
		['attachment; filename="a;b=c.png"; size=5', 'a;b=c.png'],
		['inline; filename="a \\"quoted\\" name.png"', 'a quoted name.png'],
		['inline; filename="not closed.png', 'not closed.png'],
		['attachment; filename="plain.png"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe.png', 'größe.png'],
		["attachment; filename*=utf-8'de'a%20b.png", 'a b.png'],
		["attachment; filename*=koi8-r''x.png; filename=y.png", 'y.png'],
		['attachment; filename=""', 'screenshot.png'],
		['attachment; filename="../../etc/passwd"', 'passwd.png'],
		['attachment; filename="C:\\\\files\\\\a.png"', 'a.png'],
		['attachment; filename=".."', 'screenshot.png'],
		['attachment; filename="a\u0000b\u001f.png"', 'ab.png'],
		['attachment; filename=". .htaccess. "', 'htaccess.png'],
	])('of %s is %s', (header, name) => {
		expect(nameAndType({ headers: disposition(header) })[0]).toBe(name);
	});

	it.each([
		[['https://files.example.com/a/b.jpg?sig=1'], 'b.jpg'],
		[['https://files.example.com/a%20b.png'], 'a b.png'],
		[['https://files.example.com/shots/8f3a'], '8f3a.png'],
		[['https://files.example.com/shots/v2.1'], 'v2.1.png'],
		[['https://files.example.com/shots/a.screenshot'], 'a.screenshot.png'],
		[['https://files.example.com/dl/9', 'https://cdn.example.com/final.webp'], 'final.webp'],
		[['https://files.example.com/'], 'screenshot.png'],
		[[], 'screenshot.png'],
	])('of the URLs %j is %s', (urls, name) => {
		expect(nameAndType({ urls })[0]).toBe(name);
	});

	// Windows reserves these names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
	it.each(['CON', 'nul', 'Aux', 'prn', 'COM1', 'lpt9', 'COM¹', 'CONIN$'])(
		'%s, which Windows reserves, gets an underscore',
		(name) => {
			const url = (path: string) => [`https://files.example.com/${encodeURIComponent(path)}`];
			expect(nameAndType({ urls: url(name) })[0]).toBe(`_${name}.png`);
			expect(nameAndType({ urls: url(`${name}.tar.gz`) })[0]).toBe(`_${name}.tar.gz`);
			expect(nameAndType({ urls: url(`${name}x.png`) })[0]).toBe(`${name}x.png`);
		},
	);

	it.each(['\u202e', '\u2066', '\u200f', '\ufeff', '\u2028', '\ud800'])(
		'loses the invisible character %j',
		(character) => {
			const headers = disposition(`attachment; filename="invoice${character}gnp.exe"`);
			expect(nameAndType({ headers })[0]).toBe('invoicegnp.exe');
		},
	);

	it.each(['a', 'ß', '文', '😀'])(
		'of many %s has at most 200 bytes and keeps its extension',
		(letter) => {
			const urls = [`https://files.example.com/${letter.repeat(400)}.png`];
			const [name] = nameAndType({ urls });
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
			expect(Buffer.byteLength(name)).toBeGreaterThan(200 - Buffer.byteLength(letter));
			expect(name.endsWith(`${letter}.png`)).toBe(true);
		},
	);
});

describe('the type', () => {
	it.each([
		['image/webp', 'image/webp', 'a.webp'],
		['text/html; charset=utf-8', 'text/html', 'a.html'],
		['application/octet-stream', 'image/png', 'a.png'],
		['application/x-strange', 'application/x-strange', 'a.bin'],
	])('%j is %s, and a name without an extension becomes %s', (header, mimeType, name) => {
		const urls = ['https://files.example.com/a'];
		expect(nameAndType({ headers: { 'content-type': header }, urls })).toEqual([name, mimeType]);
	});

	it.each([
		['a.JPEG', 'image/jpeg'],
		['a.strange', 'image/png'],
	])('of %s is %s if the server sends none', (name, mimeType) => {
		expect(nameAndType({ urls: [`https://files.example.com/${name}`] })).toEqual([name, mimeType]);
	});
});

const SIZE = 100_000;

it.each<[string, Partial<Parameters<typeof fileInfo>[0]>]>([
	['dots in a URL', { urls: [`https://a.example/x${'.'.repeat(SIZE)}x`] }],
	['spaces in a header', { headers: disposition(`a;${' '.repeat(SIZE)}filename`) }],
	['backslashes in a header', { headers: disposition(`a;filename="${'\\'.repeat(SIZE)}`) }],
])('a file name from many %s is short', (_name, source) => {
	expect(Buffer.byteLength(nameAndType(source)[0])).toBeLessThanOrEqual(200);
});
