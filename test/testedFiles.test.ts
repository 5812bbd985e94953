// Every source file that contains a function needs a test. The test has the corresponding path in `test/`, or is in the
// corresponding folder and imports the file.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { filesIn, readSource, root, type SourceFile } from './support/sourceFiles';

/** Maps a file, or all files of a folder, to a test in another folder. Most of these tests run the built node. */
const testedElsewhere: Readonly<Record<string, string>> = {
	'api/account/': 'test/node/account.test.ts',
	'api/batchScrape/': 'test/node/batchScrape.test.ts',
	'api/browserSession/': 'test/node/browserSession.test.ts',
	'api/crawl/': 'test/node/crawl.test.ts',
	'api/errors/rows/index': 'test/api/errors/errorRows.test.ts',
	'api/http/atMostOnce': 'test/api/scrape/interactOnce.test.ts',
	'api/map/': 'test/node/map.test.ts',
	'api/monitor/checkJob': 'test/node/monitor.test.ts',
	'api/monitor/collectCheck': 'test/node/monitor.test.ts',
	'api/monitor/collectData': 'test/node/monitor.test.ts',
	'api/monitor/createOnce': 'test/node/monitor.test.ts',
	'api/monitor/deleteMonitor': 'test/node/monitor.test.ts',
	'api/monitor/monitorRequest': 'test/node/monitor.test.ts',
	'api/parse/': 'test/node/parse.test.ts',
	'api/schema/output': 'test/operations/output.test.ts',
	'api/schema/webhook': 'test/api/agent/agentRequest.test.ts',
	'api/scrape/pageFormats': 'test/operations/output.test.ts',
	'api/search/': 'test/node/search.test.ts',
	'api/webhook/jobStatus': 'test/node/trigger.test.ts',
	'host/editor/pickers': 'test/node/pickers.test.ts',
	'host/input/inputFiles': 'test/node/parse.test.ts',
	'host/network/adapter.cloud': 'test/node/items.test.ts',
	'host/network/schedules': 'test/node/rateLimit.test.ts',
	'host/output/downloads': 'test/node/files.test.ts',
	'host/output/files': 'test/node/files.test.ts',
	'host/output/serviceError': 'test/node/pickers.test.ts',
	'host/output/itemResults': 'test/host/batch.test.ts',
	'host/poll/': 'test/node/pageTrigger.test.ts',
	'host/replay/requestId': 'test/node/catalog.test.ts',
	'host/trigger/': 'test/node/trigger.test.ts',
	'operations/account/': 'test/node/account.test.ts',
	'operations/batchScrape/': 'test/node/batchScrape.test.ts',
	'operations/browserSession/': 'test/node/browserSession.test.ts',
	'operations/common/pageJob/': 'test/node/crawl.test.ts',
	'operations/common/scrapeOptions/': 'test/operations/scrape/scrape.test.ts',
	'operations/crawl/': 'test/node/crawl.test.ts',
	'operations/map/': 'test/node/map.test.ts',
	'operations/pageTrigger/': 'test/node/pageTrigger.test.ts',
	'operations/parse/': 'test/node/parse.test.ts',
	'operations/search/': 'test/node/search.test.ts',
};

const PRODUCT = 'nodes/WebData/';

const folders = ['api', 'files', 'host', 'operations', 'rateLimit', 'transport'];

const allFiles = [PRODUCT, ...folders.map((folder) => `test/${folder}`), 'test/support']
	.flatMap(filesIn)
	.map(readSource);

const fileAt = new Map(allFiles.map((file) => [file.path, file]));

const isTest = (path: string): boolean => path.endsWith('.test.ts');

function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
	if (reached.has(path)) return reached;
	reached.add(path);
	for (const { target } of fileAt.get(path)?.imports ?? []) reachedFrom(target, reached);
	return reached;
}

const reachedByTest = new Map(
	[...fileAt.keys()].filter(isTest).map((test) => [test, reachedFrom(test)] as const),
);

const nameOf = (path: string): string =>
	path.slice(PRODUCT.length).replace(/(\.(operation|fields?))?\.ts$/, '');

function testsInFolder(path: string): string[] {
	const folder = join('test', dirname(nameOf(path)), '/');
	return [...reachedByTest]
		.filter(([test, reached]) => test.startsWith(folder) && reached.has(path))
		.map(([test]) => test);
}

const hasOwnTest = (path: string): boolean =>
	existsSync(join(root, 'test', `${nameOf(path)}.test.ts`));

const isFunction = (node: ts.Node): boolean =>
	ts.isArrowFunction(node) ||
	((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body !== undefined);

function hasFunction({ lines, path }: SourceFile): boolean {
	const visit = (node: ts.Node): boolean =>
		isFunction(node) || (ts.forEachChild(node, visit) ?? false);
	return visit(ts.createSourceFile(path, lines.join('\n'), ts.ScriptTarget.Latest));
}

const entryPoints = [...fileAt.keys()].filter((path) => /\.(node|cloud)\.ts$/.test(path));

const loaded = new Set(entryPoints.flatMap((path) => [...reachedFrom(path)]));

const withLogic = allFiles.filter(
	(file) => loaded.has(file.path) && !file.path.endsWith('.node.ts') && hasFunction(file),
);

const isTested = ({ path }: SourceFile): boolean =>
	hasOwnTest(path) || testsInFolder(path).length > 0;

const untested = withLogic.filter((file) => !isTested(file)).map(({ path }) => nameOf(path));

const isCoveredBy = (row: string, name: string): boolean =>
	row.endsWith('/') ? name.startsWith(row) : name === row;

test('every file with a function has a test', () => {
	const rows = Object.keys(testedElsewhere);
	expect(untested.filter((name) => !rows.some((row) => isCoveredBy(row, name)))).toEqual([]);
});

test('every row of the list is needed, and names an existing test', () => {
	const wrong = Object.entries(testedElsewhere).filter(
		([row, testPath]) =>
			!untested.some((name) => isCoveredBy(row, name)) || !existsSync(join(root, testPath)),
	);
	expect(wrong).toEqual([]);
});
