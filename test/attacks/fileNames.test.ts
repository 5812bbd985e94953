import { fileInfo } from '../../nodes/WebData/files/fileNames';

const fallback = { name: 'file', mimeType: 'text/plain' };

const nameOf = (source: { disposition?: string; url?: string }): string =>
	fileInfo({
		headers: { 'content-disposition': source.disposition ?? '' },
		urls: source.url === undefined ? [] : [source.url],
		fallback,
	}).fileName;

function cpuTime(run: () => void): number {
	const times = Array.from({ length: 7 }, () => {
		const start = process.cpuUsage();
		for (let count = 0; count < 5; count += 1) run();
		const { user, system } = process.cpuUsage(start);
		return user + system;
	});
	return Math.min(...times);
}

const SIZE = 100_000;

describe.each<[string, (size: number) => Parameters<typeof nameOf>[0]]>([
	['dots in a URL', (size) => ({ url: `https://a.example/x${'.'.repeat(size)}x` })],
	['path segments', (size) => ({ url: `https://a.example/${'a/../'.repeat(size / 5)}` })],
	['spaces in a header', (size) => ({ disposition: `a;${' '.repeat(size)}filename` })],
	['quotes in a header', (size) => ({ disposition: 'a;filename="'.repeat(size / 12) })],
	['backslashes in a header', (size) => ({ disposition: `a;filename="${'\\'.repeat(size)}` })],
	['dots in a header', (size) => ({ disposition: `a;filename="a${'.'.repeat(size)}a"` })],
	['digits in a header', (size) => ({ disposition: `a;filename=a.${'1'.repeat(size)}-` })],
])('a file name from many %s', (_name, source) => {
	it('is short', () => {
		expect(Buffer.byteLength(nameOf(source(SIZE)))).toBeLessThanOrEqual(200);
	});

	it('takes at most linear time', () => {
		const [small, large] = [source(SIZE), source(4 * SIZE)];
		const base = cpuTime(() => nameOf(small));
		expect(cpuTime(() => nameOf(large))).toBeLessThan(8 * base + 2000);
	});
});

it('the file name of a scraped page cannot imitate another file type', () => {
	expect(nameOf({ url: 'https://a.example/invoice%E2%80%AEfdp.exe' })).toBe('invoicefdp.exe');
});
