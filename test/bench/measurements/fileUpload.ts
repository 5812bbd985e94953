import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webDataNode, type WorkflowNode } from '../../n8n/workflow';
import type { Figure } from '../figure';
import { eachRound, withProcesses, type Bench, type Measurement } from '../measurement';
import { openN8n, type BenchN8n, type Play } from '../n8nProcess';

const SMALL_BYTES = 100_000;
const LARGE_BYTES = 45_000_000;
const WARM_UP = 4;

const page = (bytes: number): Buffer =>
	Buffer.concat([
		Buffer.from('<html><body><p>A page</p></body><!--'),
		Buffer.alloc(bytes, 'harbour '),
		Buffer.from('--></html>'),
	]);

const readNode: WorkflowNode = {
	name: 'Read File',
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1.1,
	position: [300, 0],
	parameters: { fileSelector: '={{ $json.path }}', options: {} },
};

async function bringFile({ n8n, bring }: BenchN8n, baseUrl: string, parse: boolean): Promise<Play> {
	const name = parse ? 'parse' : 'read';
	const { id } = await n8n.createCredential(name, { baseUrl, apiKey: 'key' });
	const parseNode = webDataNode({ resource: 'parse', operation: 'parse' });
	return await bring(name, parse ? [readNode, parseNode] : [readNode], { id, name });
}

interface Growths {
	/** Growth of n8n's memory, in megabytes, while n8n processes the first large file. */
	first: number;
	/** Growth of n8n's memory, in megabytes, while n8n processes a second large file. */
	next: number;
}

async function growths(
	bench: Bench,
	baseUrl: string,
	folder: string,
	parse: boolean,
): Promise<Growths> {
	const n8n = await openN8n(bench, {
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_RESTRICT_FILE_ACCESS_TO: folder,
	});
	try {
		const play = await bringFile(n8n, baseUrl, parse);
		const growth = async (file: string) => (await play([{ path: join(folder, file) }])).growth;
		for (let sent = 0; sent < WARM_UP; sent++) await growth('small.html');
		return { first: await growth('large.html'), next: await growth('large.html') };
	} finally {
		await n8n.stop();
	}
}

async function withFiles<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-files-'));
	try {
		await writeFile(join(folder, 'small.html'), page(SMALL_BYTES));
		await writeFile(join(folder, 'large.html'), page(LARGE_BYTES));
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

const figure = (name: string, values: number[]): Figure => ({
	name: `n8n, memory growth, ${name}`,
	values,
	unit: 'MB',
	digits: 0,
});

const added = (file: string, values: number[]): Figure => ({
	...figure(`added by parsing ${file}`, values),
	target: { most: 20 },
});

export const fileUpload: Measurement = {
	name: 'fileUpload',
	about: `A file of 45 MB, read from disk (\`N8N_DEFAULT_BINARY_DATA_MODE=filesystem\`) and parsed by the service, in n8n. ${WARM_UP} files of 0.1 MB are parsed first.`,
	measure: (bench) =>
		withProcesses(bench, ({ service }) =>
			withFiles(async (folder) => {
				const { http: baseUrl } = await service();
				const rounds = await eachRound(bench, async () => ({
					read: await growths(bench, baseUrl, folder, false),
					parse: await growths(bench, baseUrl, folder, true),
				}));
				return [
					figure(
						'reading and parsing a file',
						rounds.map(({ parse }) => parse.first),
					),
					figure(
						'only reading a file',
						rounds.map(({ read }) => read.first),
					),
					added(
						'a file',
						rounds.map(({ parse, read }) => parse.first - read.first),
					),
					figure(
						'reading and parsing the next file',
						rounds.map(({ parse }) => parse.next),
					),
					figure(
						'only reading the next file',
						rounds.map(({ read }) => read.next),
					),
					added(
						'the next file',
						rounds.map(({ parse, read }) => parse.next - read.next),
					),
				];
			}),
		),
};
