import * as dns from 'node:dns';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { useBuiltNode } from '../support/useBuiltNode';
import { startHttp, stopServers } from '../transport/loopback';

const { service, time, execute } = useBuiltNode();

afterEach(stopServers);

const screenshot = { format: [{ type: 'screenshot' }] };

const scrape = (extra: INodeParameters = {}): INodeParameters => ({
	resource: 'scrape',
	operation: 'scrape',
	url: `${service.url}/pages/article.html`,
	formats: screenshot,
	downloadFiles: true,
	...extra,
});

const run = (rest: Partial<NodeRun> = {}) =>
	execute({
		parameters: scrape(),
		...rest,
	});

type Kept = Record<string, { fileName: string; mimeType: string; data: string }>;

const kept = (item: INodeExecutionData | undefined): Kept => (item?.binary ?? {}) as never;

const summary = (item: INodeExecutionData | undefined) =>
	Object.entries(kept(item)).map(([field, { fileName, mimeType, data }]) => [
		field,
		mimeType,
		fileName.split('.').at(-1),
		Buffer.from(data, 'base64').toString('latin1').slice(0, 4),
	]);

const fileRequests = () => service.fetches.filter(({ path }) => path.startsWith('/files/'));

const onFiles = (answer: faults.FaultAnswer, plan: faults.FaultPlan = {}) =>
	service.addFaults(faults.fault(answer, { when: { path: '/files/*' }, ...plan }));

const answerWith = (data: Record<string, unknown>) =>
	service.addFaults(
		faults.fault({ kind: 'json', status: 200, body: { success: true, data } }, { times: 0 }),
	);

const gone = { kind: 'raw', status: 404, contentType: 'text/plain', text: 'gone' } as const;

describe('a file', () => {
	it('of each kind is stored in a separate field, and its link stays in the data', async () => {
		const { items, hints } = await run({
			parameters: scrape({
				formats: { format: [{ type: 'screenshot' }, { type: 'audio' }, { type: 'video' }] },
				options: {
					actions: { action: [{ type: 'screenshot' }, { type: 'pdf' }, { type: 'screenshot' }] },
				},
			}),
		});
		expect(summary(items[0])).toEqual([
			['screenshot', 'image/png', 'png', '\x89PNG'],
			['audio', 'audio/mpeg', 'mp3', '\xff\xfb\x90\xc4'],
			['video', 'video/mp4', 'mp4', '\0\0\0\x18'],
			['actionScreenshot1', 'image/png', 'png', '\x89PNG'],
			['actionScreenshot2', 'image/png', 'png', '\x89PNG'],
			['actionPdf1', 'application/pdf', 'pdf', '%PDF'],
		]);
		const { screenshot: link } = items[0]?.json ?? {};
		expect(String(link)).toContain(kept(items[0]).screenshot?.fileName);
		expect(hints).toEqual([]);
	});

	it('is downloaded without the API key and without a body', async () => {
		await run();
		const [request] = fileRequests();
		expect(fileRequests()).toHaveLength(1);
		expect(request?.method).toBe('GET');
		expect(request?.headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(request)).not.toContain(service.apiKey);
	});

	it.each([
		[true, (json: Record<string, unknown>) => json],
		[false, (json: Record<string, unknown>) => json.data as Record<string, unknown>],
	])(
		'the original response is removed from the JSON, its metadata are kept: Simplify %s',
		async (simplify, of) => {
			const formats = { format: [{ type: 'rawBase64' }] };
			const { items } = await run({ parameters: scrape({ formats, simplify }) });
			const { raw } = kept(items[0]);
			expect(raw).toMatchObject({ fileName: 'article.html', mimeType: 'text/html' });
			expect(Buffer.from(raw?.data ?? '', 'base64').toString()).toContain('<html');
			const data = of(items[0]?.json ?? {});
			expect(data).not.toHaveProperty('rawBase64');
			expect(data).toHaveProperty('metadata.contentType');
		},
	);

	it.each([true, false])(
		'an unparsed PDF is removed from the JSON and named after its page: Simplify %s',
		async (simplify) => {
			const options = { returnPdfUnparsed: true };
			const url = `${service.url}/pages/report.pdf`;
			const { items } = await run({ parameters: scrape({ url, formats: {}, options, simplify }) });
			expect(summary(items[0])).toEqual([['pdf', 'application/pdf', 'pdf', '%PDF']]);
			expect(kept(items[0]).pdf?.fileName).toBe('report.pdf');
			expect(JSON.stringify(items[0]?.json)).not.toContain('JVBERi0');
		},
	);

	it('that is part of the response is removed from the JSON; a list keeps its length', async () => {
		const uri = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
		answerWith({ screenshot: uri, actions: { screenshots: [uri, 'x'] }, markdown: '# Hi' });
		const { items } = await run();
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot', 'actionScreenshot1']);
		expect(items[0]?.json).toEqual({ actions: { screenshots: [null, 'x'] }, markdown: '# Hi' });
	});

	it('is stored in a field whose name begins with the prefix', async () => {
		const { items } = await run({ parameters: scrape({ fieldPrefix: 'page_' }) });
		expect(Object.keys(kept(items[0]))).toEqual(['page_screenshot']);
	});

	it('stays in the data by default', async () => {
		const { items, hints } = await run({ parameters: scrape({ downloadFiles: false }) });
		expect(items[0]).not.toHaveProperty('binary');
		expect(fileRequests()).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			"Links to screenshots expire after 24 hours. To keep the files, turn on 'Download Files'.",
		]);
	});
});

describe('several files', () => {
	it('are paired with their items, in input order', async () => {
		const { items } = await run({
			items: [{}, {}, {}],
			parameters: (index) =>
				scrape({
					fieldPrefix: `item${index}_`,
					options: { actions: { action: [{ type: 'pdf' }] } },
				}),
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items.map((item) => Object.keys(kept(item)))).toEqual(
			[0, 1, 2].map((index) => [`item${index}_screenshot`, `item${index}_actionPdf1`]),
		);
	});

	it('of an item with the same URL are downloaded once, into both fields', async () => {
		const server = await startHttp((_request, response) => response.end('picture'));
		answerWith({ screenshot: server.url, actions: { screenshots: [server.url] } });
		const { items } = await run({ items: [{}, {}] });
		expect(server.seen).toHaveLength(2);
		for (const item of items) {
			expect(Object.keys(kept(item))).toEqual(['screenshot', 'actionScreenshot1']);
			expect(kept(item).screenshot).toEqual(kept(item).actionScreenshot1);
		}
	});

	async function countDownloads(): Promise<() => number> {
		let active = 0;
		let most = 0;
		const server = await startHttp((_request, response) => {
			most = Math.max(most, ++active);
			const answer = (rounds: number): void => {
				if (rounds > 0) return void setImmediate(() => answer(rounds - 1));
				active -= 1;
				response.end('picture');
			};
			answer(200);
		});
		const links = Array.from({ length: 6 }, (_, index) => `${server.url}/${index}`);
		answerWith({ actions: { screenshots: links } });
		return () => most;
	}

	it.each([
		['4 by default', {}, 4],
		['as many as Max Files at Once', { maxFilesAtOnce: 2 }, 2],
	])('are downloaded in parallel over all items, %s', async (_name, requestSettings, limit) => {
		const most = await countDownloads();
		const { items } = await run({ items: [{}, {}, {}], parameters: scrape({ requestSettings }) });
		expect(items.map((item) => Object.keys(kept(item)).length)).toEqual([6, 6, 6]);
		expect(most()).toBe(limit);
	});

	it('are limited by Max Files at Once of the first item, even if that item has no file', async () => {
		const most = await countDownloads();
		const { items } = await run({
			items: [{}, {}, {}],
			parameters: (index) =>
				index === 0
					? scrape({ url: 'nonsense', requestSettings: { maxFilesAtOnce: 2 } })
					: scrape(),
			onError: 'continueRegularOutput',
		});
		expect(items.map((item) => Object.keys(kept(item)).length)).toEqual([0, 6, 6]);
		expect(most()).toBe(2);
	});
});

describe('a failed download leaves the link', () => {
	const missing = (reason: string) =>
		`The file 'screenshot' was not downloaded, and its link remains in the item data: ${reason}.`;

	const expectLinkLeft = async (reason: string, rest: Partial<NodeRun> = {}) => {
		const { items, hints } = await run(rest);
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		expect(items[0]?.json.screenshot).toMatch(/^http/);
		expect(items[0]?.json).toHaveProperty('metadata');
		expect(hints.map(({ message }) => message)).toEqual([missing(reason)]);
	};

	it.each([
		[403, 'the link has expired, or access is denied'],
		[404, 'the file does not exist'],
	])('if the server returns status %i', async (status, reason) => {
		onFiles({ ...gone, status });
		await expectLinkLeft(`the server returned HTTP status ${status} (${reason})`);
		expect(fileRequests()).toHaveLength(1);
	});

	it('if the file is too large, with and without content-length', async () => {
		const parameters = scrape({ requestSettings: { maxFileSize: 1 } });
		onFiles({ kind: 'bigBody', bytes: 3_000_000 });
		await expectLinkLeft("the file is larger than 'Request Settings > Max File Size (MB)'", {
			parameters,
		});
		const server = await startHttp((_request, response) => {
			response.write(Buffer.alloc(600_000));
			response.write(Buffer.alloc(600_000));
			response.end();
		});
		await service.reset();
		answerWith({ screenshot: server.url, metadata: {} });
		await expectLinkLeft("the file is larger than 'Request Settings > Max File Size (MB)'", {
			parameters,
		});
	});

	it.each<[string, faults.FaultAnswer]>([
		['the server closed the connection', { kind: 'resetBefore' }],
		['the server returned HTTP status 503', { ...gone, status: 503 }],
	])('after one retry: %s', async (reason, answer) => {
		onFiles(answer, { times: 2 });
		await expectLinkLeft(reason);
		expect(time.sleeps).toEqual([1000]);
	});

	it.each<[string, faults.FaultAnswer]>([
		['a closed connection', { kind: 'resetBefore' }],
		['a status of 503', { ...gone, status: 503 }],
		['a body cut before its first byte', { kind: 'cutBody', afterBytes: 0 }],
	])('unless the retry succeeds: %s', async (_name, answer) => {
		onFiles(answer);
		const { items, hints } = await run();
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot']);
		expect(hints).toEqual([]);
	});

	it('if the connection breaks, and stores no partial file', async () => {
		onFiles({ kind: 'cutBody', afterBytes: 20 });
		await expectLinkLeft('the connection was closed before the file was complete');
		expect(fileRequests()).toHaveLength(1);
	});

	it('if the connection breaks and the store does not notice', async () => {
		onFiles({ kind: 'cutBody', afterBytes: 20 });
		const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
			try {
				for await (const _chunk of body);
			} catch {
				// The simulated storage ignores stream errors.
			}
			return { data: 'half' };
		};
		await expectLinkLeft('the connection was closed before the file was complete', {
			helpers: { prepareBinaryData },
		});
	});

	it('if the store fails before it reads the body', async () => {
		const prepareBinaryData = () => Promise.reject(new Error('No space left'));
		await expectLinkLeft('n8n could not store it (No space left)', {
			helpers: { prepareBinaryData },
		});
	});

	it('if the store fails while it reads the body', async () => {
		const prepareBinaryData = async (body: Readable) =>
			await pipeline(
				body,
				new Writable({ write: (_chunk, _encoding, done) => done(new Error('No space left')) }),
			);
		await expectLinkLeft('n8n could not store it (No space left)', {
			helpers: { prepareBinaryData },
		});
		expect(fileRequests()).toHaveLength(1);
	});

	it('if the link is not a URL', async () => {
		answerWith({ screenshot: 'file:///etc/passwd', markdown: '# Hi' });
		const { items, hints } = await run();
		expect(items[0]?.json).toEqual({ screenshot: 'file:///etc/passwd', markdown: '# Hi' });
		expect(hints.map(({ message }) => message)).toEqual([
			missing('the link is not an http:// or https:// address'),
		]);
	});

	it('and does not affect other files of the item', async () => {
		onFiles(gone, { skip: 1 });
		const { items, hints } = await run({
			parameters: scrape({
				options: { actions: { action: [{ type: 'pdf' }] } },
				requestSettings: { maxFilesAtOnce: 1 },
			}),
		});
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot']);
		expect(hints).toHaveLength(1);
	});

	it('or the content, if the original response cannot be stored', async () => {
		const { items, hints } = await run({
			parameters: scrape({ formats: { format: [{ type: 'rawBase64' }] } }),
			helpers: { prepareBinaryData: () => Promise.reject(new Error('No space left')) },
		});
		expect(items[0]?.json).toHaveProperty('rawBase64');
		expect(hints.map(({ message }) => message)).toEqual([
			"The file 'raw' was not stored as a file, and its content remains in the item data: n8n could not store it (No space left).",
		]);
	});
});

describe('a redirect', () => {
	it('is followed to another host, whose URL names the file', async () => {
		const other = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-type': 'image/webp' }).end('picture'),
		);
		onFiles({ kind: 'redirect', status: 302, location: `${other.url}/final.webp` });
		const { items } = await run();
		expect(kept(items[0]).screenshot).toMatchObject({ mimeType: 'image/webp' });
		expect(other.seen).toHaveLength(1);
		expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
	});

	it('is followed five times', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(302, { location: '/again' }).end(),
		);
		answerWith({ screenshot: server.url });
		const { hints } = await run();
		expect(server.seen).toHaveLength(6);
		expect(hints[0]?.message).toContain('the link redirects more than 5 times');
	});
});

describe('the egress filter of n8n', () => {
	const refusing = (refused: (url: URL) => boolean) => ({
		getSecureEgressFilter: () => ({
			validateUrl: async (url: URL) =>
				refused(url) ? { ok: false, error: new Error('no') } : { ok: true },
			createSecureLookup: () => dns.lookup,
		}),
	});

	it('blocks a link, and the hint names the setting that allows it', async () => {
		const helpers = refusing(({ pathname }) => pathname.startsWith('/files/'));
		const { items, hints } = await run({ helpers });
		expect(items[0]?.json.screenshot).toMatch(/^http/);
		expect(fileRequests()).toEqual([]);
		expect(hints[0]?.message).toContain('does not allow requests to 127.0.0.1');
		expect(hints[0]?.message).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	});

	it('checks every redirect', async () => {
		const other = await startHttp((_request, response) => response.end('secret'));
		onFiles({ kind: 'redirect', status: 302, location: `${other.url}/latest/meta-data` });
		const { items, hints } = await run({
			helpers: refusing(({ port }) => port === String(other.port)),
		});
		expect(items[0]).not.toHaveProperty('binary');
		expect(other.connections()).toBe(0);
		expect(hints[0]?.message).toContain('does not allow requests');
	});

	it('applies without the allowed domains of the credential', async () => {
		const other = await startHttp((_request, response) => response.end('picture'));
		answerWith({ screenshot: `${other.url.replace('127.0.0.1', 'localhost')}/a.png` });
		const { items } = await run({
			credential: {
				baseUrl: service.url,
				apiKey: service.apiKey,
				allowedHttpRequestDomains: 'domains',
				allowedDomains: '127.0.0.1',
			},
		});
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot']);
	});
});

describe('a stop of the execution', () => {
	it('ends downloads', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => {
			response.write('half', () => stop.abort());
		});
		answerWith({ screenshot: server.url });
		await expect(run({ signal: stop.signal })).rejects.toThrow(/cancel/i);
	});

	it.each(['screenshot', 'rawBase64'])(
		'does not wait for a store that never responds (%s)',
		async (type) => {
			const stop = new AbortController();
			const prepareBinaryData = () => {
				setImmediate(() => stop.abort());
				return new Promise(() => undefined);
			};
			const parameters = scrape({ formats: { format: [{ type }] } });
			const running = run({ signal: stop.signal, parameters, helpers: { prepareBinaryData } });
			await expect(running).rejects.toThrow(/cancel/i);
		},
	);
});

it('a failed item that ends the node during the download of another item is the reported error', async () => {
	let startDownload = (): void => undefined;
	const downloading = new Promise<void>((resolve) => (startDownload = resolve));
	const server = await startHttp(({ url, body }, response) => {
		if (url === '/file') startDownload();
		else if (body.includes('/refused')) void downloading.then(() => response.writeHead(402).end());
		else
			response.end(JSON.stringify({ success: true, data: { screenshot: `${server.url}/file` } }));
	});
	const running = run({
		items: [{}, {}],
		parameters: (index) => scrape({ url: `https://example.com/${['page', 'refused'][index]}` }),
		credential: { baseUrl: server.url, apiKey: service.apiKey },
	});
	await expect(running).rejects.toMatchObject({
		message: 'Insufficient credits',
		context: { itemIndex: 1 },
	});
});
