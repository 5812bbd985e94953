import { readdirSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Execution, type JsonRecord, hasEnded, outputItemsOf } from './execution';
import type { Imported } from './n8n';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup } from './setup';
import { until } from './until';
import { type Workflow, example, webDataNode, webhookChain } from './workflow';

const PAGES = 250;
const FAILED = 10;
const LONG_WAIT = { timeoutMs: 150_000 };

let setup: Setup;
let site: http.Server;
let proxy: http.Server;

const traffic: { path: string; bytes: number }[] = [];

const originOf = (server: http.Server): string =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const listen = (server: http.Server): Promise<void> =>
	new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));

const sitePage = (path: string): string => {
	const links = Array.from({ length: PAGES - 1 }, (_, index) => `<a href="/p/${index + 1}">p</a>`);
	return `<html><head><title>Page ${path}</title></head><body><main><h1>Page ${path}</h1>
		<p>${'High water. '.repeat(1700)}</p>${path === '/' ? links.join('\n') : ''}</main></body></html>`;
};

const startSite = (): http.Server =>
	http.createServer(({ url = '/' }, response) => {
		if (!/^\/(p\/\d+)?$/.test(url)) return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': 'text/html' }).end(sitePage(url));
	});

const startProxy = (): http.Server =>
	http.createServer((request, response) => {
		const { method, url = '/', headers } = request;
		const forwarded = http.request(`${setup.service.url}${url}`, { method, headers }, (answer) => {
			const entry = { path: url, bytes: 0 };
			traffic.push(entry);
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.on('data', (chunk: Buffer) => (entry.bytes += chunk.length));
			answer.pipe(response);
		});
		forwarded.on('error', () => response.destroy());
		request.pipe(forwarded);
	});

beforeAll(async () => {
	setup = await openSetup();
	site = startSite();
	proxy = startProxy();
	await Promise.all([listen(site), listen(proxy)]);
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await setup?.close();
	for (const server of [site, proxy]) {
		server?.closeAllConnections();
		server?.close();
	}
}, 60_000);

jest.setTimeout(170_000);

const crawls = () => setup.service.jobs.all.filter(({ kind }) => kind === 'crawl');

const crawling = (path: string, parameters: JsonRecord): Workflow =>
	webhookChain(path, [
		webDataNode({
			resource: 'crawl',
			operation: 'run',
			url: `${originOf(site)}/`,
			...parameters,
		}),
	]);

async function started(workflow: Workflow, path: string): Promise<Imported> {
	const credential = await setup.n8n.createCredential(`Proxy of ${path}`, {
		baseUrl: originOf(proxy),
		apiKey: setup.apiKey,
	});
	const imported = await setup.n8n.importWorkflow(workflow, {
		id: credential.id,
		name: `Proxy of ${path}`,
	});
	await setup.n8n.activate(imported);
	await setup.n8n.webhook(path, { body: {} });
	return imported;
}

/**
 * Returns the total memory in MB of all n8n processes. These processes have the path of the user folder in their
 * environment variables.
 */
function memoryMb(): number {
	const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	const sizes = ids.flatMap((id) => {
		try {
			if (!readFileSync(`/proc/${id}/environ`, 'utf8').includes(setup.n8n.userFolder)) return [];
			const size = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
			return [Number(size) / 1024];
		} catch {
			return [];
		}
	});
	return Math.max(0, ...sizes);
}

describe('a crawl of 250 pages, 10 of which fail', () => {
	let execution: Execution;
	const memory: number[] = [];

	beforeAll(async () => {
		const pages = Array.from({ length: FAILED }, (_, index) => ({
			url: `${originOf(site)}/p/${(index + 1) * 20}`,
			error: { code: 'SCRAPE_TIMEOUT', error: 'The page took too long' },
		}));
		setup.service.jobs.planNext([{ pageMs: 500, pages }]);
		memory.push(memoryMb());
		const timer = setInterval(() => memory.push(memoryMb()), 500);
		const options = { failedPages: 'items', sitemap: 'skip' };
		const workflow = await started(crawling('many-pages', { options }), 'many-pages');
		execution = await setup.n8n.waitForExecution(workflow, hasEnded, LONG_WAIT);
		clearInterval(timer);
	}, 170_000);

	it('returns all pages and all failures, each once', () => {
		expect(execution.status).toBe('success');
		const items = outputItemsOf(execution, 'Web Data');
		const failed = items.filter((item) => item.failed === true);
		expect([items.length, failed.length]).toEqual([PAGES, FAILED]);
		const urls = items.map(({ metadata, url }) => (metadata as JsonRecord)?.sourceURL ?? url);
		expect(new Set(urls).size).toBe(PAGES);
	});

	it('is polled with small responses until it ends, and its pages are read once', () => {
		const [job] = crawls();
		const isPoll = ({ path }: { path: string }) => path.endsWith('?limit=1');
		const polls = traffic.filter(isPoll);
		const bytes = polls.reduce((sum, poll) => sum + poll.bytes, 0);
		const reads = traffic.filter((entry) => entry.path.startsWith('/v2/crawl/') && !isPoll(entry));
		const readBytes = reads.reduce((sum, read) => sum + read.bytes, 0);
		const noticedMs = Math.min(...(job?.polls ?? []).filter((at) => at >= Number(job?.endedAt)));
		console.log(
			`crawl: ${polls.length} polls, ${bytes} bytes until the end was noticed,`,
			`${reads.length} reads with ${readBytes} bytes, noticed after ${noticedMs - Number(job?.endedAt)} ms,`,
			`took ${Number(job?.endedAt) - Number(job?.createdAt)} ms, memory ${memory[0]?.toFixed(0)} MB before, ${Math.max(...memory).toFixed(0)} MB at most`,
		);
		expect(polls.length).toBeLessThanOrEqual(30);
		// Each poll returns the first page, which has a size of 30 KB.
		expect(bytes / polls.length).toBeLessThan(40_000);
		expect(reads.length).toBeLessThanOrEqual(6);
		expect(readBytes).toBeGreaterThan((PAGES - FAILED) * 20_000);
	});

	it('needs no more memory than its pages', () => {
		expect(Math.max(...memory) - Number(memory[0])).toBeLessThan(400);
	});
});

describe('the examples', () => {
	async function executed(file: string): Promise<Execution> {
		const text = JSON.stringify(example(file)).replaceAll(
			'https://example.com',
			`${setup.service.url}/site/`,
		);
		const workflow = JSON.parse(text.replace('"amount":65', '"amount":2')) as Workflow;
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('.manualTrigger'));
		const imported = await setup.importWorkflow(workflow);
		await setup.n8n.runManually(imported, trigger?.name ?? '');
		return await setup.n8n.waitForExecution(imported, hasEnded, LONG_WAIT);
	}

	it('read-large-site-in-parts.json reads each page once', async () => {
		const execution = await executed('read-large-site-in-parts.json');
		expect(execution.status).toBe('success');
		const parts = execution.nodes.Page?.map(({ outputs }) => outputs[0]?.length ?? 0) ?? [];
		expect(parts.length).toBeGreaterThan(1);
		expect(parts.slice(0, -1).every((count) => count === 10)).toBe(true);
		const sum = parts.reduce((total, count) => total + count, 0);
		expect(sum).toBe(crawls().at(-1)?.completed);
	});

	it('report-broken-links.json lists the missing page with the pages that link to it', async () => {
		const execution = await executed('report-broken-links.json');
		expect(execution.status).toBe('success');
		const site = `${setup.service.url}/site/`;
		expect(outputItemsOf(execution, 'Broken Link')).toContainEqual({
			url: `${site}light/old-lamp`,
			reason: 'HTTP status 404',
			linkedFrom: expect.arrayContaining([site]),
		});
	});
});

describe('n8n is killed during a crawl', () => {
	it('finds the crawl by its idempotency key on Retry and starts no second crawl', async () => {
		const before = crawls().length;
		setup.service.jobs.planNext([{ pageMs: 30_000 }]);
		const options = { sendIdempotencyKey: true, sitemap: 'skip' };
		const workflow = await started(crawling('killed', { limit: 1, options }), 'killed');
		await until('the crawl is started', () =>
			Promise.resolve(crawls().length > before || undefined),
		);
		await setup.n8n.kill();
		await setup.n8n.restart();
		const [summary] = await setup.n8n.executions(workflow);
		const retried = await setup.n8n.retryExecution(String(summary?.id));
		expect(crawls().length - before).toBe(1);
		expect(outputItemsOf(retried, 'Web Data')).toHaveLength(1);
	});
});
