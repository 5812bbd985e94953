import { skipContinue } from '../../../nodes/WebData/transport/undici/dispatcher';

const skip = (text: string): [string, boolean] => {
	const { rest, partial } = skipContinue(Buffer.from(text));
	return [rest.toString(), partial];
};

const ok = 'HTTP/1.1 200 OK\r\n\r\nbody';

describe('skipContinue', () => {
	it.each([
		['HTTP/1.1 100 Continue\r\n\r\n'],
		['HTTP/1.1 100\r\n\r\n'],
		['HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n'],
		['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
	])('removes %j before a response', (text) => {
		expect(skip(text + ok)).toEqual([ok, false]);
	});

	it.each([ok, 'HTTP/1.1 1000 X\r\n\r\n', 'HTTP/1.1 101 X\r\n\r\n', 'ftp'])('leaves %j', (text) => {
		expect(skip(text)).toEqual([text, false]);
	});

	it.each(['', 'H', 'HTTP/1.', 'HTTP/1.1 10', 'HTTP/1.1 100 Continue\r\n', 'HTTP/1.0 100'])(
		'waits for the rest of %j',
		(text) => {
			expect(skip(text)).toEqual([text, true]);
		},
	);

	it('does not wait for the end of a head that is too large', () => {
		const text = `HTTP/1.1 100 Continue\r\nx: ${'x'.repeat(20_000)}`;
		expect(skip(text)).toEqual([text, false]);
	});
});
