import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type ICredentialType, type INode, NodeHelpers } from 'n8n-workflow';
import packageJson from '../package.json';
import { checkBuilt } from './support/build';
import { loadBuiltNode, shownParameters } from './support/builtNode';

const root = join(__dirname, '..');
const at = (path: string) => join(root, path);

const NODE = 'dist/nodes/WebData/WebData.node.js';
const PAGE_TRIGGER = 'dist/nodes/WebData/WebDataPageTrigger.node.js';
const TRIGGER = 'dist/nodes/WebData/WebDataTrigger.node.js';
const CREDENTIAL = 'dist/credentials/WebDataApi.credentials.js';

describe('package.json', () => {
	it('names the package, and has only the dependency that n8n provides', () => {
		expect(packageJson).toMatchObject({
			name: 'n8n-nodes-web-data',
			license: 'MIT',
			files: ['dist'],
			peerDependencies: { 'n8n-workflow': '*' },
			n8n: { n8nNodesApiVersion: 1 },
		});
		const forbidden = 'dependencies optionalDependencies bundledDependencies overrides private';
		expect(forbidden.split(' ').filter((key) => key in packageJson)).toEqual([]);
	});

	it('has a lock file that npm ci installs on Node 20 without an EBADENGINE warning', () => {
		const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
			packages: Record<string, { engines?: { node?: string } }>;
		};
		const tooNew = Object.entries(packages).filter(([, { engines }]) => {
			const ranges = (engines?.node ?? '>=0').split('||');
			return ranges.every((range) => Number(/>=\s*(\d+)/.exec(range)?.[1] ?? 0) > 20);
		});
		// If this test reports isolated-vm, remove isolated-vm's "engines" entry from the lock file. This package neither
		// builds nor loads isolated-vm.
		expect(tooNew.map(([path]) => path)).toEqual([]);
	});

	/** Like n8n's search, which finds an alias that contains the letters of the query in the same order. */
	const finds = (query: string, alias: string): boolean => {
		let position = 0;
		for (const letter of alias) if (letter === query[position]) position++;
		return position === query.length;
	};

	const changes = ['trigger when page changes', 'page changed'];

	it.each([
		['WebData', ['extract data from website', 'read a web page', 'crawl site']],
		['WebDataPageTrigger', [...changes, 'watch page']],
		['WebDataTrigger', [...changes, 'watch website']],
	])(
		'and the codex file of %s let everyday searches and the compatible service find the node',
		(name, queries) => {
			const codex = readFileSync(at(`nodes/WebData/${name}.node.json`), 'utf8');
			const { alias } = JSON.parse(codex) as { alias: string[] };
			const missed = [...queries, 'monitor website', 'firecrawl'].filter(
				(query) => !alias.some((each) => finds(query, each)),
			);
			expect(missed).toEqual([]);
			expect(packageJson.keywords).toContain('firecrawl');
		},
	);

	it('bundles the zod version of n8n-workflow', () => {
		const manifestOf = (name: string) =>
			JSON.parse(readFileSync(at(`node_modules/${name}/package.json`), 'utf8')) as {
				version: string;
				dependencies?: Record<string, string>;
				peerDependencies?: Record<string, string>;
			};
		const host = manifestOf('n8n-workflow');
		expect(manifestOf('zod').version).toBe(host.dependencies?.zod ?? host.peerDependencies?.zod);
	});
});

describe('dist', () => {
	beforeAll(checkBuilt);

	it('exports each node by its class name, with the names that workflows store', () => {
		const credentials = [{ name: 'webDataApi', required: true }];
		const node = loadBuiltNode();
		expect(node.description).toMatchObject({
			name: 'webData',
			displayName: 'Web Data',
			version: [1],
			usableAsTool: true,
			credentials,
		});
		const pageTrigger = loadBuiltNode('WebDataPageTrigger');
		expect(pageTrigger).toHaveProperty('poll', expect.any(Function));
		expect(pageTrigger.description).toMatchObject({
			name: 'webDataPageTrigger',
			displayName: 'Web Data Page Trigger',
			group: ['trigger'],
			version: 1,
			polling: true,
			inputs: [],
			credentials,
		});
		const trigger = loadBuiltNode('WebDataTrigger');
		// The node panel merges both nodes into one entry, with the name of the node and the description of the trigger.
		const jobs = ['scrape', 'search', 'map', 'crawl', 'parse', 'monitor'];
		const unnamed = [node, trigger].map(({ description: { description } }) =>
			jobs.filter((job) => !description.toLowerCase().includes(job)),
		);
		expect(unnamed).toEqual([[], []]);
		expect(trigger.description).not.toHaveProperty('usableAsTool');
		expect(trigger.description).toMatchObject({
			name: 'webDataTrigger',
			displayName: 'Web Data Trigger',
			version: 1,
			group: ['trigger'],
			inputs: [],
			webhooks: [{ httpMethod: 'POST', responseMode: 'onReceived' }],
		});
	});

	it('gives each trigger its display name on the canvas', () => {
		const names = ['WebDataPageTrigger', 'WebDataTrigger'].map((name) => {
			const nodeType = loadBuiltNode(name);
			const node = { typeVersion: 1 } as INode;
			return NodeHelpers.makeNodeName(shownParameters(nodeType, {}, node), nodeType.description);
		});
		expect(names).toEqual(['Web Data Page Trigger', 'Web Data Trigger']);
	});

	it('has one rate limiter for all nodes', () => {
		const bundles = packageJson.n8n.nodes.map((path) => readFileSync(at(path), 'utf8'));
		expect(bundles.filter((text) => /\bRateLimiters ?= ?class/.test(text))).toHaveLength(1);
	});

	it('exports the credential by its class name, with the base URL of the README and two secrets', () => {
		const { WebDataApi } = jest.requireActual<Record<'WebDataApi', new () => ICredentialType>>(
			at(CREDENTIAL),
		);
		const credential = new WebDataApi();
		expect(credential.name).toBe('webDataApi');
		const shown = credential.properties.filter(({ type }) => type !== 'hidden');
		const [, url] = /with the base URL `([^`]+)`/.exec(readFileSync(at('README.md'), 'utf8')) ?? [];
		expect(shown).toMatchObject([
			{ name: 'baseUrl', placeholder: `e.g. ${url}` },
			{ name: 'apiKey', typeOptions: { password: true } },
			{ name: 'webhookSecret', typeOptions: { password: true } },
		]);
	});

	it('requires only n8n-workflow and Node.js modules', () => {
		const requiredBy = (path: string) => [
			...readFileSync(at(path), 'utf8').matchAll(
				/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g,
			),
		];
		// `isBuiltin` does not recognize modules of Node.js versions that are newer than the version that runs this test.
		const isNode = (name: string) => isBuiltin(name) || name.startsWith('node:');
		const required = [NODE, TRIGGER, PAGE_TRIGGER, CREDENTIAL].flatMap((path) =>
			requiredBy(path)
				.map(([, name = '']) => `${path}: ${name}`)
				.filter((each) => !isNode(each.replace(/^.*: /, ''))),
		);
		expect([...new Set(required)]).toEqual([
			`${NODE}: n8n-workflow`,
			`${TRIGGER}: ./WebData.node`,
			`${PAGE_TRIGGER}: ./WebData.node`,
		]);
	});
});

it('jest refuses a path after --selectProjects, which it would ignore and run all tests', () => {
	const args = ['--selectProjects', 'fast', 'test/json', '--listTests'];
	const options = { cwd: root, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(at('node_modules/.bin/jest'), args, options);
	expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
	expect(stderr).toContain('npx jest test/json --selectProjects fast');
});
