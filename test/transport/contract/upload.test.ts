import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { FilePart, TransportRequest } from '../../../nodes/WebData/transport/http';
import { useAdapter } from '../adapterUnderTest';
import { nothing, requestTo, startStreaming } from '../loopback';

const MB = 1024 * 1024;
const open = useAdapter();
const send = (request: TransportRequest) => open().send(request);

const filePart = (file: Partial<FilePart> = {}): FilePart => ({
	...{ name: 'file', fileName: 'tide table.pdf', contentType: 'application/pdf' },
	content: Buffer.from('%PDF'),
	...file,
});

const upload = (url: string, ...files: FilePart[]): TransportRequest => {
	const body = [{ name: 'options', value: '{"größe":1}' }, ...files];
	return requestTo(url, { method: 'POST', body });
};

async function startFormServer() {
	const received: { headers: IncomingMessage['headers']; form: FormData }[] = [];
	const server = await startStreaming((request, response) => {
		void (async () => {
			const headers = { 'content-type': request.headers['content-type'] ?? '' };
			const form = await new Response(await buffer(request), { headers }).formData();
			received.push({ headers: request.headers, form });
			response.end('{"success":true}');
		})();
	});
	return { ...server, received };
}

const streamOf = (...chunks: (Buffer | string)[]) => jest.fn(async () => Readable.from(chunks));

describe('a multipart body', () => {
	test('sends fields and files with their names and types', async () => {
		const server = await startFormServer();
		const image = filePart({
			...{ name: 'image', fileName: 'größe "1"\r\n.png', contentType: 'image/png' },
			...{ content: streamOf(Buffer.from('p'), 'ng'), size: 3 },
		});
		const result = await send(upload(server.url, filePart(), image));
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		const [{ form, headers } = { form: new FormData(), headers: {} }] = server.received;
		expect(form.get('options')).toBe('{"größe":1}');
		const files = [form.get('file'), form.get('image')] as File[];
		expect(files.map(({ name, type }) => [name, type])).toEqual([
			['tide table.pdf', 'application/pdf'],
			['größe "1"\r\n.png', 'image/png'],
		]);
		expect(await Promise.all(files.map((file) => file.text()))).toEqual(['%PDF', 'png']);
		expect(Number(headers['content-length'])).toBeGreaterThan(0);
		expect(headers).not.toHaveProperty('transfer-encoding');
	});

	test('with a file of unknown size is sent without a length', async () => {
		const server = await startFormServer();
		await send(upload(server.url, filePart({ content: streamOf('a', 'b') })));
		const [{ form, headers } = { form: new FormData(), headers: {} }] = server.received;
		expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
		expect(headers).not.toHaveProperty('content-length');
		expect(await (form.get('file') as File).text()).toBe('ab');
	});

	test('opens its file once for each attempt, and keeps the given headers', async () => {
		const server = await startFormServer();
		const content = streamOf('again');
		const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'a' };
		const request = { ...upload(server.url, filePart({ content, size: 5 })), headers };
		await send(request);
		await send(request);
		expect(content).toHaveBeenCalledTimes(2);
		const texts = server.received.map(({ form }) => (form.get('file') as File).text());
		expect(await Promise.all(texts)).toEqual(['again', 'again']);
		expect(server.received[0]?.headers).toMatchObject({
			'content-type': expect.stringMatching(/^multipart\/form-data; boundary=[\w-]{20,70}$/),
			'x-request-id': 'a',
		});
	});
});

describe('a file that cannot be read', () => {
	test('costs no request if it does not open', async () => {
		const server = await startFormServer();
		const content = () => Promise.reject(new Error('no such file'));
		expect(await send(upload(server.url, filePart({ content })))).toEqual({
			...{ kind: 'failure', failure: 'requestBody', possiblySent: false },
			detail: 'The file tide table.pdf could not be read: no such file',
		});
		expect(server.connections()).toBe(0);
	});

	test.each([
		['breaks off', undefined, 'broken disk'],
		['is shorter than its size', 1000, 'it contains fewer than 1000 bytes'],
		['is longer than its size', 3, 'it contains more than 3 bytes'],
	])('ends the connection if it %s', async (_name, size, detail) => {
		const server = await startStreaming((request) => void request.on('error', nothing).resume());
		const content = async () =>
			Readable.from(
				(async function* () {
					yield Buffer.from('half');
					await nextTurn();
					if (size === undefined) throw new Error('broken disk');
				})(),
			);
		const result = await send(upload(server.url, filePart({ content, size })));
		expect(result).toMatchObject({ failure: 'requestBody', possiblySent: true });
		expect(result).toMatchObject({ detail: expect.stringContaining(detail) });
		await server.closed();
	});
});

function zeros(bytes: number, onRead: (produced: number) => void = nothing): Readable {
	let produced = 0;
	return new Readable({
		read() {
			if (produced >= bytes) return void this.push(null);
			produced += 64 * 1024;
			onRead(produced);
			this.push(Buffer.alloc(64 * 1024));
		},
	});
}

describe('a file of 45 MB', () => {
	test('is never held in memory while the server reads slowly', async () => {
		let received = 0;
		const server = await startStreaming((request, response) => {
			void (async () => {
				for await (const chunk of request) {
					const before = received;
					received += (chunk as Buffer).length;
					const newMegabyte = Math.floor(before / MB) !== Math.floor(received / MB);
					for (let turn = 0; newMegabyte && turn < 20; turn += 1) await nextTurn();
				}
				response.end('ok');
			})();
		});
		let mostHeld = 0;
		const onRead = (produced: number) => {
			mostHeld = Math.max(mostHeld, produced - received);
		};
		const content = async () => zeros(45 * MB, onRead);
		const result = await send(upload(server.url, filePart({ content, size: 45 * MB })));
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		expect(received).toBeGreaterThan(45 * MB);
		expect(mostHeld).toBeGreaterThan(0);
		// The buffers of both sockets can contain several megabytes.
		expect(mostHeld).toBeLessThan(20 * MB);
	});

	test('is destroyed with its connection when the request is aborted', async () => {
		const stop = new AbortController();
		const server = await startStreaming(
			(request) => void request.on('error', nothing).once('data', () => stop.abort()),
		);
		const file = zeros(45 * MB);
		const request = upload(server.url, filePart({ content: async () => file }));
		const result = await send({ ...request, signal: stop.signal });
		expect(result).toMatchObject({ failure: 'aborted', possiblySent: true });
		expect(file.destroyed).toBe(true);
		await server.closed();
	});
});

test('a file that opens after the request was aborted is closed', async () => {
	const stop = new AbortController();
	const file = zeros(MB);
	let open: (stream: Readable) => void = nothing;
	const content = () => {
		setImmediate(() => stop.abort());
		return new Promise<Readable>((resolve) => (open = resolve));
	};
	const request = upload('http://127.0.0.1:1/', filePart({ content }));
	const result = await send({ ...request, signal: stop.signal });
	expect(result).toMatchObject({ failure: 'aborted', possiblySent: false });
	open(file);
	await once(file, 'close');
	expect(file.destroyed).toBe(true);
});
