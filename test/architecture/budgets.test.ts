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
	lines: 25_810,
	filesInFolder: 12,
	filesUnder30Lines: 12,
	exportedTypes: 180,
	filesThatNameAnOperation: 6,
	filesThatBuildAClient: 1,
	executedByScrape: 58,
	executedByGetConcurrency: 52,
	executedByBatchScrape: 75,
};

const files = ['nodes', 'credentials'].flatMap(filesIn).map((path) => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, text, folder: dirname(path), lines: text.split('\n').length - 1 };
});

/** Returns the number of product files whose functions run for an item that is not the first one. */
async function executedFiles(resource: string, operation: string, form: object): Promise<number> {
	const time = new VirtualTime({ startMs: Date.now(), skipSleeps: 'whenIdle' });
	const { url: baseUrl, apiKey, close } = await startLocalService({ time });
	const values = JSON.stringify({ resource, operation, ...form }).replaceAll('SITE', baseUrl);
	const parameters = JSON.parse(values) as INodeParameters;
	const node = nodeTypes()[0] as INodeType;
	const session = new Session();
	session.connect();
	setHostTime(time);
	try {
		await runNode(node, { parameters, credential: { baseUrl, apiKey } });
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true });
		await runNode(node, { parameters, credential: { baseUrl, apiKey } });
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const own = result.filter(({ url }) =>
			files.some(({ path }) => url.endsWith(join(root, path))),
		);
		return own.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]?.count)).length;
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
