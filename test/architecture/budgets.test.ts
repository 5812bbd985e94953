import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, join } from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { startLocalService } from '../localService/localService';
import { runNode } from '../support/builtNode';
import { setHostTime } from '../support/hostTime';
import { nodeTypes } from '../support/nodeTypes';
import { filesIn, root } from '../support/sourceFiles';
import { VirtualTime } from '../support/virtualTime';

const limits = {
	files: 190,
	// 92 % of the lines before each resource got its folder, and the lines of the operations and formats added since.
	lines: 25_806,
	filesInFolder: 12,
	filesUnder30Lines: 12,
	exportedTypes: 180,
	filesThatNameAnOperation: 6,
	filesThatBuildAClient: 1,
	executedByScrape: 55,
	executedByGetConcurrency: 50,
	executedByBatchScrape: 75,
};

const files = ['nodes', 'credentials'].flatMap(filesIn).map((path) => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, text, folder: dirname(path), lines: text.split('\n').length - 1 };
});

const runs = 5;

/**
 * Returns the number of product files of which functions are executed in each run. On a slow machine, single runs also
 * execute code that lets n8n do other work.
 */
async function executedFiles(resource: string, operation: string, form: object): Promise<number> {
	const time = new VirtualTime({ startMs: Date.now(), skipSleeps: 'whenIdle' });
	const { url: baseUrl, apiKey, close } = await startLocalService({ time });
	const values = JSON.stringify({ resource, operation, ...form }).replaceAll('SITE', baseUrl);
	const parameters = JSON.parse(values) as INodeParameters;
	const node = nodeTypes()[0] as INodeType;
	const run = () => runNode(node, { parameters, credential: { baseUrl, apiKey } });
	const session = new Session();
	session.connect();
	setHostTime(time);
	try {
		await run();
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true });
		const executed = new Map(files.map(({ path }) => [join(root, path), 0]));
		for (let count = 0; count < runs; count++) {
			await run();
			const { result } = await session.post('Profiler.takePreciseCoverage');
			for (const { url, functions } of result) {
				const path = url.replace('file://', '');
				const isExecuted = functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
				if (isExecuted) executed.set(path, (executed.get(path) ?? 0) + 1);
			}
		}
		return files.filter(({ path }) => executed.get(join(root, path)) === runs).length;
	} finally {
		session.disconnect();
		setHostTime(undefined);
		await close();
	}
}

it('the product stays within its budgets', async () => {
	const urls = 'SITE/pages/article.html\nSITE/pages/product.html';
	const naming = execFileSync('git', ['grep', '-l', 'getConcurrency', '--', 'nodes', 'test'], {
		cwd: root,
		encoding: 'utf8',
	});
	const sizeOf = (folder: string) => files.filter((file) => file.folder === folder).length;
	const used: Record<keyof typeof limits, number> = {
		files: files.length,
		lines: files.reduce((sum, { lines }) => sum + lines, 0),
		filesInFolder: Math.max(...files.map(({ folder }) => sizeOf(folder))),
		filesUnder30Lines: files.filter(({ lines }) => lines < 30).length,
		exportedTypes: files.flatMap(({ text }) => text.match(/^export (interface|type) /gm) ?? [])
			.length,
		// This test also names the operation.
		filesThatNameAnOperation: naming
			.trim()
			.split('\n')
			.filter((path) => !path.includes('budgets')).length,
		filesThatBuildAClient: files.filter(({ text }) => text.includes('runtime: hostRuntime')).length,
		executedByScrape: await executedFiles('scrape', 'scrape', { url: 'SITE/pages/article.html' }),
		executedByGetConcurrency: await executedFiles('account', 'getConcurrency', {}),
		executedByBatchScrape: await executedFiles('batchScrape', 'run', { urls }),
	};
	const over = Object.entries(used).filter(
		([name, count]) => count > limits[name as keyof typeof limits],
	);
	expect(Object.fromEntries(over)).toEqual({});
});
