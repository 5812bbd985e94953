import * as dns from 'node:dns';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import * as faults from '../localService/faults';
import type { NodeRun } from '../support/builtNode';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';
import { startHttp, stopServers } from '../transport/loopback';

const { service, time, run, respond } = useBuiltNode();

afterEach(stopServers);

const formats = (...types: string[]) => ({ format: types.map((type) => ({ type })) });
const actions = (...types: string[]) => ({
	options: { actions: { action: types.map((type) => ({ type })) } },
});

/** Scrapes with a screenshot, which is downloaded. */
const scrape = (form: Form | ((index: number) => Form) = {}, rest: Partial<NodeRun> = {}) =>
	run(
		'scrape.scrape',
		(index) => ({
			...{ url: `${service.url}/pages/article.html`, downloadFiles: true },
			formats: formats('screenshot'),
			...(typeof form === 'function' ? form(index) : form),
		}),
		rest,
	);

type Kept = Record<string, { fileName: string; mimeType: string; data: string }>;

const kept = (item: INodeExecutionData | undefined): Kept => (item?.binary ?? {}) as never;
const fieldsOf = (items: INodeExecutionData[]) => items.map((item) => Object.keys(kept(item)));

const summary = ([item]: INodeExecutionData[]) =>
	Object.entries(kept(item)).map(([field, { fileName, mimeType, data }]) => [
		...[field, mimeType, fileName.split('.').at(-1)],
		Buffer.from(data, 'base64').toString('latin1').slice(0, 4),
	]);

const fileRequests = () => service.fetches.filter(({ path }) => path.startsWith('/files/'));

const onFiles = (answer: faults.FaultAnswer, plan: faults.FaultPlan = {}) =>
	service.addFaults(faults.fault(answer, { when: { path: '/files/*' }, ...plan }));

const answerWith = (data: object) => respond({ success: true, data }, { times: 0 });

const gone = { kind: 'raw', status: 404, contentType: 'text/plain', text: 'gone' } as const;

const noSpace = () => Promise.reject(new Error('No space left'));

describe('no file at all', () => {
	it('is a hint if files should be downloaded, with what to do', async () => {
		const { hints } = await scrape({ formats: formats('markdown') });
		expect(hints).toEqual([
			"'Download Files' is on, but the output contains no file. To get PDF files, turn on 'Options > PDF: Return Unparsed'. To get a file of each page, add a format such as Screenshot.",
		]);
	});

	it('is not a hint if another page of the job has a file', async () => {
		const page = (data: object) => ({ ...data, metadata: { statusCode: 200 } });
		const data = [page({ markdown: 'a' }), page({ markdown: 'b', rawBase64: 'YQ==' })];
		const job = { success: true, status: 'completed', completed: 2, total: 2, data };
		respond(job, { times: 0 });
		const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
		const { hints } = await run('crawl.getPages', { jobId, downloadFiles: true });
		expect(hints.filter((hint) => hint.includes('no file'))).toEqual([]);
	});
});

describe('a file', () => {
	it('of each kind is stored in a separate field, and its link stays in the data', async () => {
		const { items, hints, first } = await scrape({
			formats: formats('screenshot', 'audio', 'video'),
			...actions('screenshot', 'pdf', 'screenshot'),
		});
		expect(summary(items)).toEqual([
			['screenshot', 'image/png', 'png', '\x89PNG'],
			['audio', 'audio/mpeg', 'mp3', '\xff\xfb\x90\xc4'],
			['video', 'video/mp4', 'mp4', '\0\0\0\x18'],
			['actionScreenshot1', 'image/png', 'png', '\x89PNG'],
			['actionScreenshot2', 'image/png', 'png', '\x89PNG'],
			['actionPdf1', 'application/pdf', 'pdf', '%PDF'],
		]);
		expect(String(first.screenshot)).toContain(kept(items[0]).screenshot?.fileName);
		expect(hints).toEqual([]);
	});

	it('is downloaded without the API key and without a body', async () => {
		await scrape();
		expect(fileRequests()).toMatchObject([{ method: 'GET' }]);
		expect(fileRequests()[0]?.headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(fileRequests())).not.toContain(service.apiKey);
	});

	it.each([true, false])(
		'that is the original response or a PDF is removed from the JSON: Simplify %s',
		async (simplify) => {
			const page = await scrape({ formats: formats('rawBase64'), simplify });
			const { raw } = kept(page.items[0]);
			expect(raw).toMatchObject({ fileName: 'article.html', mimeType: 'text/html' });
			expect(Buffer.from(raw?.data ?? '', 'base64').toString()).toContain('<html');
			const data = (simplify ? page.first : page.first.data) as object;
			expect(data).not.toHaveProperty('rawBase64');
			expect(data).toHaveProperty('metadata.statusCode');
			const url = `${service.url}/pages/report.pdf`;
			const options = { returnPdfUnparsed: true };
			const pdf = await scrape({ url, formats: formats('markdown'), options, simplify });
			expect(summary(pdf.items)).toEqual([['pdf', 'application/pdf', 'pdf', '%PDF']]);
			expect(kept(pdf.items[0]).pdf?.fileName).toBe('report.pdf');
			expect(JSON.stringify(pdf.json)).not.toContain('JVBERi0');
		},
	);

	it('that is part of the response is removed from the JSON; a list keeps its length', async () => {
		const uri = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
		answerWith({ screenshot: uri, actions: { screenshots: [uri, 'x'] }, markdown: '# Hi' });
		const { items, first } = await scrape();
		expect(fieldsOf(items)).toEqual([['screenshot', 'actionScreenshot1']]);
		expect(first).toEqual({ actions: { screenshots: [null, 'x'] }, markdown: '# Hi' });
	});

	it('stays in the data by default', async () => {
		const { items, hints } = await scrape({ downloadFiles: false });
		expect(items[0]).not.toHaveProperty('binary');
		expect(fileRequests()).toEqual([]);
		expect(hints).toEqual([
			"Links to screenshots expire after 24 hours. To keep the files, turn on 'Download Files'.",
		]);
	});
});

describe('several files', () => {
	it('are paired with their items, in input order, in fields that begin with the prefix', async () => {
		const form = (index: number) => ({ fieldPrefix: `item${index}_`, ...actions('pdf') });
		const { items } = await scrape(form, { items: emptyItems(3) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(fieldsOf(items)).toEqual(
			[0, 1, 2].map((index) => [`item${index}_screenshot`, `item${index}_actionPdf1`]),
		);
	});

	it('of an item with the same URL are downloaded once, into both fields', async () => {
		const server = await startHttp((_request, response) => response.end('picture'));
		answerWith({ screenshot: server.url, actions: { screenshots: [server.url] } });
		const { items } = await scrape({}, { items: emptyItems(2) });
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

	it.each<[string, Form, number]>([
		['4 by default', {}, 4],
		['as many as Max Files at Once', { requestSettings: { maxFilesAtOnce: 2 } }, 2],
	])('are downloaded in parallel over all items, %s', async (_name, form, limit) => {
		const most = await countDownloads();
		const { items } = await scrape(form, { items: emptyItems(3) });
		expect(fieldsOf(items).map(({ length }) => length)).toEqual([6, 6, 6]);
		expect(most()).toBe(limit);
	});
});

describe('a failed download leaves the link', () => {
	const expectLinkLeft = async (reason: string, form = {}, helpers: NodeRun['helpers'] = {}) => {
		const { items, first, hints } = await scrape(form, { helpers });
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('binary');
		expect(first.screenshot).toMatch(/^(http|file)/);
		expect(first).toHaveProperty('metadata');
		expect(hints).toEqual([
			`The file 'screenshot' was not downloaded, and its link remains in the item data: ${reason}.`,
		]);
	};

	it('if the file does not exist', async () => {
		onFiles(gone);
		await expectLinkLeft('the server returned HTTP status 404 (the file does not exist)');
		expect(fileRequests()).toHaveLength(1);
	});

	it('if the file is too large', async () => {
		onFiles({ kind: 'bigBody', bytes: 3_000_000 });
		const reason = "the file is larger than 'Request Settings > Max File Size (MB)'";
		await expectLinkLeft(reason, { requestSettings: { maxFileSize: 1 } });
	});

	it('after one retry, unless it succeeds', async () => {
		onFiles({ kind: 'resetBefore' }, { times: 2 });
		await expectLinkLeft('the server closed the connection');
		expect(time.sleeps).toEqual([1000]);
		onFiles({ ...gone, status: 503 });
		const { items, hints } = await scrape();
		expect([fieldsOf(items), hints]).toEqual([[['screenshot']], []]);
	});

	/** A store that ignores stream errors. */
	const carelessStore = async (body: AsyncIterable<Buffer>) => {
		try {
			for await (const _chunk of body);
		} catch {
			// The rest of the file is missing.
		}
		return { data: 'half' };
	};

	it.each<[string, NodeRun['helpers']]>([
		['stores no partial file', {}],
		['the store does not notice', { prepareBinaryData: carelessStore }],
	])('if the connection breaks, and %s', async (_case, helpers) => {
		onFiles({ kind: 'cutBody', afterBytes: 20 });
		await expectLinkLeft('the connection was closed before the file was complete', {}, helpers);
		expect(fileRequests()).toHaveLength(1);
	});

	const failingStore = async (body: Readable) =>
		await pipeline(
			body,
			new Writable({ write: (_, _encoding, done) => done(new Error('{files} is full')) }),
		);

	it.each<[string, string, NodeRun['helpers']]>([
		['before it reads the body', 'No space left', { prepareBinaryData: noSpace }],
		['while it reads the body', '{files} is full', { prepareBinaryData: failingStore }],
	])('if the store fails %s', async (_when, reason, helpers) => {
		await expectLinkLeft(`n8n could not store it (${reason})`, {}, helpers);
		expect(fileRequests()).toHaveLength(1);
	});

	it('if the link is not a URL', async () => {
		answerWith({ screenshot: 'file:///etc/passwd', metadata: {} });
		await expectLinkLeft('the link is not an http:// or https:// address');
	});
});

it.each([
	["the file is larger than 'Request Settings > Max File Size (MB)'", 1_048_577],
	['n8n could not store it (No space left)', 1_048_576],
])(
	'a paid file in the response that is not stored stays in the data: %s',
	async (reason, bytes) => {
		const rawBase64 = Buffer.alloc(bytes).toString('base64');
		answerWith({ rawBase64, metadata: {} });
		const form = { formats: formats('rawBase64'), requestSettings: { maxFileSize: 1 } };
		const helpers = { prepareBinaryData: noSpace };
		const { items, first, hints } = await scrape(form, { helpers });
		expect(items[0]).not.toHaveProperty('binary');
		expect(first.rawBase64 === rawBase64).toBe(true);
		expect(hints).toEqual([
			`The file 'raw' was not stored as a file, and its content remains in the item data: ${reason}.`,
		]);
	},
);

it('a redirect is followed to another host at once', async () => {
	const other = await startHttp((_request, response) =>
		response.writeHead(200, { 'content-type': 'image/webp' }).end('picture'),
	);
	onFiles({ kind: 'redirect', status: 302, location: `${other.url}/final.webp` });
	const { items } = await scrape();
	expect(kept(items[0]).screenshot).toMatchObject({ mimeType: 'image/webp' });
	expect(other.seen).toHaveLength(1);
	expect(other.seen[0]?.headers).not.toHaveProperty('authorization');
	expect(time.sleeps).toEqual([]);
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
		const { first, hints } = await scrape({}, { helpers });
		expect(first.screenshot).toMatch(/^http/);
		expect(fileRequests()).toEqual([]);
		expect(hints[0]).toContain('does not allow requests to 127.0.0.1');
		expect(hints[0]).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	});

	it('checks every redirect', async () => {
		const other = await startHttp((_request, response) => response.end('secret'));
		onFiles({ kind: 'redirect', status: 302, location: `${other.url}/latest/meta-data` });
		const helpers = refusing(({ port }) => port === String(other.port));
		const { items, hints } = await scrape({}, { helpers });
		expect(items[0]).not.toHaveProperty('binary');
		expect(other.connections()).toBe(0);
		expect(hints[0]).toContain('does not allow requests');
	});

	it('applies without the allowed domains of the credential', async () => {
		const other = await startHttp((_request, response) => response.end('picture'));
		answerWith({ screenshot: `${other.url.replace('127.0.0.1', 'localhost')}/a.png` });
		const { url: baseUrl, apiKey } = service;
		const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' };
		const { items } = await scrape({}, { credential: { baseUrl, apiKey, ...domains } });
		expect(fieldsOf(items)).toEqual([['screenshot']]);
	});
});

describe('a stop of the execution', () => {
	it('ends downloads', async () => {
		const stop = new AbortController();
		const server = await startHttp((_request, response) => {
			response.write('half', () => stop.abort());
		});
		answerWith({ screenshot: server.url });
		await expect(scrape({}, { signal: stop.signal })).rejects.toThrow(/cancel/i);
	});

	it.each(['screenshot', 'rawBase64'])(
		'does not wait for a store that never responds (%s)',
		async (type) => {
			const stop = new AbortController();
			const prepareBinaryData = () => {
				setImmediate(() => stop.abort());
				return new Promise(() => undefined);
			};
			const rest = { signal: stop.signal, helpers: { prepareBinaryData } };
			await expect(scrape({ formats: formats(type) }, rest)).rejects.toThrow(/cancel/i);
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
	const form = (index: number) => ({ url: `https://example.com/${['page', 'refused'][index]}` });
	const credential = { baseUrl: server.url, apiKey: service.apiKey };
	const rest = { items: emptyItems(2), credential, onError: 'stopWorkflow' } as const;
	await expect(scrape(form, rest)).rejects.toMatchObject({
		...{ message: 'Insufficient credits', context: { itemIndex: 1 } },
	});
});
