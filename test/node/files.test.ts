// Files of a scrape in the item's binary fields: each kind, links that fail, and what never leaves this n8n.

import * as dns from 'node:dns';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { Run } from '../support/builtNode';
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

const run = (rest: Partial<Run> = {}) =>
	execute({
		parameters: scrape(),
		...rest,
	});

type Kept = Record<string, { fileName: string; mimeType: string; data: string }>;

const kept = (item: INodeExecutionData | undefined): Kept => (item?.binary ?? {}) as never;

/** Field, type, ending of the name and first bytes of each file. */
const briefly = (item: INodeExecutionData | undefined) =>
	Object.entries(kept(item)).map(([field, { fileName, mimeType, data }]) => [
		field,
		mimeType,
		fileName.split('.').at(-1),
		Buffer.from(data, 'base64').toString('latin1').slice(0, 4),
	]);

const fileRequests = () => service.fetches.filter(({ path }) => path.startsWith('/files/'));

const onFiles = (answer: faults.FaultAnswer, plan: faults.FaultPlan = {}) =>
	service.addFaults(faults.fault(answer, { when: { path: '/files/*' }, ...plan }));

/** The service answers with these data whatever is asked. */
const answerWith = (data: Record<string, unknown>) =>
	service.addFaults(
		faults.fault({ kind: 'json', status: 200, body: { success: true, data } }, { times: 0 }),
	);

const gone = { kind: 'raw', status: 404, contentType: 'text/plain', text: 'gone' } as const;

describe('each kind of file', () => {
	it('lands in a field of its own, with its type, name and content, and its link stays', async () => {
		const { items, hints } = await run({
			parameters: scrape({
				formats: { format: [{ type: 'screenshot' }, { type: 'audio' }, { type: 'video' }] },
				options: {
					actions: { action: [{ type: 'screenshot' }, { type: 'pdf' }, { type: 'screenshot' }] },
				},
			}),
		});
		expect(briefly(items[0])).toEqual([
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

	it('is fetched without the key and without a body', async () => {
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
		'the original response leaves the json, its metadata stay: Simplify %s',
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
		'a PDF file that was not parsed leaves the json under the name of its page: Simplify %s',
		async (simplify) => {
			const options = { returnPdfUnparsed: true };
			const url = `${service.url}/pages/report.pdf`;
			const { items } = await run({ parameters: scrape({ url, formats: {}, options, simplify }) });
			expect(briefly(items[0])).toEqual([['pdf', 'application/pdf', 'pdf', '%PDF']]);
			expect(kept(items[0]).pdf?.fileName).toBe('report.pdf');
			expect(JSON.stringify(items[0]?.json)).not.toContain('JVBERi0');
		},
	);

	it('that is in the answer itself leaves the json; a list keeps its length', async () => {
		const uri = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
		answerWith({ screenshot: uri, actions: { screenshots: [uri, 'x'] }, markdown: '# Hi' });
		const { items } = await run();
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot', 'actionScreenshot1']);
		expect(items[0]?.json).toEqual({ actions: { screenshots: [null, 'x'] }, markdown: '# Hi' });
	});

	it('has the prefix before its name', async () => {
		const { items } = await run({ parameters: scrape({ fieldPrefix: 'page_' }) });
		expect(Object.keys(kept(items[0]))).toEqual(['page_screenshot']);
	});

	it('stays where it is unless asked for', async () => {
		const { items, hints } = await run({ parameters: scrape({ downloadFiles: false }) });
		expect(items[0]).not.toHaveProperty('binary');
		expect(fileRequests()).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			"Links to screenshots expire after 24 hours. Turn on 'Download Files' to keep the files.",
		]);
	});
});

describe('many files', () => {
	it('are paired with their items, in the order of the input', async () => {
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

	it('with one address in an item are fetched once, and stand in both fields', async () => {
		const server = await startHttp((_request, response) => response.end('picture'));
		answerWith({ screenshot: server.url, actions: { screenshots: [server.url] } });
		const { items } = await run({ items: [{}, {}] });
		expect(server.seen).toHaveLength(2);
		for (const item of items) {
			expect(Object.keys(kept(item))).toEqual(['screenshot', 'actionScreenshot1']);
			expect(kept(item).screenshot).toEqual(kept(item).actionScreenshot1);
		}
	});

	it.each([
		['4 unless told', {}, 4],
		['as many as Max Files at Once says', { maxFilesAtOnce: 2 }, 2],
	])('come side by side over all items, %s', async (_name, requestSettings, limit) => {
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
		const { items } = await run({ items: [{}, {}, {}], parameters: scrape({ requestSettings }) });
		expect(items.map((item) => Object.keys(kept(item)).length)).toEqual([6, 6, 6]);
		expect(most).toBe(limit);
	});
});

describe('a link that fails', () => {
	const missing = (reason: string) =>
		`The file 'screenshot' was not downloaded; its link stays in the data: ${reason}.`;

	const expectLeft = async (reason: string, rest: Partial<Run> = {}) => {
		const { items, hints } = await run(rest);
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		expect(items[0]?.json.screenshot).toMatch(/^http/);
		expect(items[0]?.json).toHaveProperty('metadata');
		expect(hints.map(({ message }) => message)).toEqual([missing(reason)]);
	};

	it('because it has expired', async () => {
		onFiles({ ...gone, status: 403 });
		await expectLeft(
			'the server returned HTTP status 403 (the link has expired, or access is denied)',
		);
		expect(fileRequests()).toHaveLength(1);
	});

	it('because it is dead', async () => {
		onFiles(gone);
		await expectLeft('the server returned HTTP status 404 (the file does not exist)');
	});

	it('because its file is too large, by its head or on its way', async () => {
		const parameters = scrape({ requestSettings: { maxFileSize: 1 } });
		onFiles({ kind: 'bigBody', bytes: 3_000_000 });
		await expectLeft("it is larger than 'Request Settings > Max File Size (MB)'", { parameters });
		const server = await startHttp((_request, response) => {
			response.write(Buffer.alloc(600_000));
			response.write(Buffer.alloc(600_000));
			response.end();
		});
		await service.reset();
		answerWith({ screenshot: server.url, metadata: {} });
		await expectLeft("it is larger than 'Request Settings > Max File Size (MB)'", { parameters });
	});

	it.each<[string, faults.FaultAnswer]>([
		['the server closed the connection', { kind: 'resetBefore' }],
		['the server returned HTTP status 503', { ...gone, status: 503 }],
	])('twice, after one more try: %s', async (reason, answer) => {
		onFiles(answer, { times: 2 });
		await expectLeft(reason);
		expect(time.sleeps).toEqual([1000]);
	});

	it.each<[string, faults.FaultAnswer]>([
		['a closed connection', { kind: 'resetBefore' }],
		['a status of 503', { ...gone, status: 503 }],
		['a body cut before its first byte', { kind: 'cutBody', afterBytes: 0 }],
	])('once, and is there after one more try: %s', async (_name, answer) => {
		onFiles(answer);
		const { items, hints } = await run();
		expect(Object.keys(kept(items[0]))).toEqual(['screenshot']);
		expect(hints).toEqual([]);
	});

	it('in the middle of its body: nothing half is kept', async () => {
		onFiles({ kind: 'cutBody', afterBytes: 20 });
		await expectLeft('the connection was closed before the end of the file');
		expect(fileRequests()).toHaveLength(1);
	});

	it('in the middle, into a store that does not notice', async () => {
		onFiles({ kind: 'cutBody', afterBytes: 20 });
		const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
			try {
				for await (const _piece of body);
			} catch {
				// What came is enough for this store.
			}
			return { data: 'half' };
		};
		await expectLeft('the connection was closed before the end of the file', {
			helpers: { prepareBinaryData },
		});
	});

	it('in the store of this n8n, which does not read the body', async () => {
		const prepareBinaryData = () => Promise.reject(new Error('No space left'));
		await expectLeft('n8n could not store it (No space left)', { helpers: { prepareBinaryData } });
	});

	it('in the store of this n8n, which breaks while the body flows', async () => {
		const prepareBinaryData = async (body: Readable) =>
			await pipeline(
				body,
				new Writable({ write: (_piece, _encoding, done) => done(new Error('No space left')) }),
			);
		await expectLeft('n8n could not store it (No space left)', { helpers: { prepareBinaryData } });
		expect(fileRequests()).toHaveLength(1);
	});

	it('because it is no link', async () => {
		answerWith({ screenshot: 'file:///etc/passwd', markdown: '# Hi' });
		const { items, hints } = await run();
		expect(items[0]?.json).toEqual({ screenshot: 'file:///etc/passwd', markdown: '# Hi' });
		expect(hints.map(({ message }) => message)).toEqual([
			missing('its link is not an http:// or https:// address'),
		]);
	});

	it('leaves the other files of the item', async () => {
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

	it('is no hint but the content stays, where the original response cannot be stored', async () => {
		const { items, hints } = await run({
			parameters: scrape({ formats: { format: [{ type: 'rawBase64' }] } }),
			helpers: { prepareBinaryData: () => Promise.reject(new Error('No space left')) },
		});
		expect(items[0]?.json).toHaveProperty('rawBase64');
		expect(hints.map(({ message }) => message)).toEqual([
			"The file 'raw' was not stored as a file; its content stays in the data: n8n could not store it (No space left).",
		]);
	});
});

describe('a link that leads on', () => {
	it('is followed to another host, and named after the address with an ending', async () => {
		const other = await startHttp((_request, response) =>
			response.writeHead(200, { 'content-type': 'image/webp' }).end('picture'),
		);
		onFiles({ kind: 'redirect', status: 302, location: `${other.url}/final.webp` });
		const { items } = await run();
		expect(kept(items[0]).screenshot).toMatchObject({ mimeType: 'image/webp' });
		expect(other.seen).toHaveLength(1);
		expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
	});

	it('in a circle is left after five', async () => {
		const server = await startHttp((_request, response) =>
			response.writeHead(302, { location: '/again' }).end(),
		);
		answerWith({ screenshot: server.url });
		const { hints } = await run();
		expect(server.seen).toHaveLength(6);
		expect(hints[0]?.message).toContain('its link redirects more than 5 times');
	});
});

describe('the egress filter of this n8n', () => {
	const refusing = (refused: (url: URL) => boolean) => ({
		getSecureEgressFilter: () => ({
			validateUrl: async (url: URL) =>
				refused(url) ? { ok: false, error: new Error('no') } : { ok: true },
			createSecureLookup: () => dns.lookup,
		}),
	});

	it('refuses a link: nothing is sent, and the hint says who can allow it', async () => {
		const helpers = refusing(({ pathname }) => pathname.startsWith('/files/'));
		const { items, hints } = await run({ helpers });
		expect(items[0]?.json.screenshot).toMatch(/^http/);
		expect(fileRequests()).toEqual([]);
		expect(hints[0]?.message).toContain('does not allow requests to 127.0.0.1');
		expect(hints[0]?.message).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	});

	it('is asked again for every address that a link leads on to', async () => {
		const other = await startHttp((_request, response) => response.end('secret'));
		onFiles({ kind: 'redirect', status: 302, location: `${other.url}/latest/meta-data` });
		const { items, hints } = await run({
			helpers: refusing(({ port }) => port === String(other.port)),
		});
		expect(items[0]).not.toHaveProperty('binary');
		expect(other.connections()).toBe(0);
		expect(hints[0]?.message).toContain('does not allow requests');
	});

	it("is the only rule: the credential's domains bind the key, which does not go along", async () => {
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

describe('the end of the execution', () => {
	it('ends downloads at once', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => {
			response.write('half', () => stop.abort());
		});
		answerWith({ screenshot: server.url });
		await expect(run({ signal: stop.signal })).rejects.toThrow(/cancel/i);
	});
});
