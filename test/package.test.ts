import { readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import packageJson from '../package.json';
import { checkBuilt } from './support/build';

const root = join(__dirname, '..');
const at = (path: string) => join(root, path);

const NODE = 'dist/nodes/WebData/WebData.node.js';
const PAGE_TRIGGER = 'dist/nodes/WebData/WebDataPageTrigger.node.js';
const TRIGGER = 'dist/nodes/WebData/WebDataTrigger.node.js';
const CREDENTIAL = 'dist/credentials/WebDataApi.credentials.js';
const CODEX = 'dist/nodes/WebData/WebData.node.json';

describe('package.json', () => {
	const manifest: Record<string, unknown> = packageJson;

	it.each([
		['name', 'n8n-nodes-web-data'],
		['license', 'MIT'],
		['files', ['dist']],
		['peerDependencies', { 'n8n-workflow': '*' }],
	])('%s is %j', (key, value) => {
		expect(manifest[key]).toEqual(value);
	});

	it('contains the keyword by which n8n finds community nodes', () => {
		expect(packageJson.keywords).toContain('n8n-community-node-package');
	});

	it.each(['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides', 'private'])(
		'has no %s',
		(key) => {
			expect(manifest).not.toHaveProperty(key);
		},
	);

	it('has a lock file that npm ci installs on Node 20 without an EBADENGINE warning', () => {
		const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
			packages: Record<string, { engines?: { node?: string } }>;
		};
		const tooNew = Object.entries(packages).filter(([, { engines }]) => {
			const oldest = /^>=\s*(\d+)/.exec(engines?.node ?? '')?.[1] ?? '0';
			return Number(oldest) > 20;
		});
		// If this test reports isolated-vm, remove isolated-vm's "engines" entry from the lock file. This package neither
		// builds nor loads isolated-vm.
		expect(tooNew.map(([path]) => path)).toEqual([]);
	});

	it('lists the nodes and the credential, and nothing else', () => {
		expect(packageJson.n8n).toMatchObject({
			n8nNodesApiVersion: 1,
			nodes: [NODE, PAGE_TRIGGER, TRIGGER],
			credentials: [CREDENTIAL],
		});
	});

	it('runs no script on installation', () => {
		const forbidden = [
			'prepare',
			'preinstall',
			'install',
			'postinstall',
			'prepublish',
			'preprepare',
			'postprepare',
		];
		expect(Object.keys(packageJson.scripts).filter((name) => forbidden.includes(name))).toEqual([]);
	});

	it.each(['description', 'homepage', 'author', 'repository'])('has a %s', (key) => {
		expect(JSON.stringify(manifest[key])).toMatch(/\w{3}/);
	});

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

	const load = (path: string): Record<string, new () => unknown> =>
		jest.requireActual<Record<string, new () => unknown>>(at(path));
	const construct = (path: string, name: string): unknown => {
		const Loaded = load(path)[name];
		return Loaded === undefined ? undefined : new Loaded();
	};

	it('contains the files that n8n needs and nothing else', () => {
		const built = readdirSync(at('dist'), {
			recursive: true,
			encoding: 'utf8',
			withFileTypes: true,
		})
			.filter((entry) => entry.isFile() && !entry.parentPath.includes('__schema__'))
			.map((entry) => entry.name)
			.sort();
		expect(built).toEqual([
			'THIRD_PARTY_LICENSES.md',
			'WebData.node.js',
			'WebData.node.json',
			'WebDataApi.credentials.js',
			'WebDataPageTrigger.node.js',
			'WebDataPageTrigger.node.json',
			'WebDataTrigger.node.js',
			'WebDataTrigger.node.json',
			'webData.dark.svg',
			'webData.svg',
		]);
	});

	it('exports the node by its class name, with the names that workflows store', () => {
		const { description } = construct(NODE, 'WebData') as INodeType;
		expect(description).toMatchObject({
			name: 'webData',
			displayName: 'Web Data',
			version: 1,
			usableAsTool: true,
			credentials: [{ name: 'webDataApi', required: true }],
		});
	});

	it('exports the page trigger as a node that n8n polls', () => {
		const { description, poll } = construct(PAGE_TRIGGER, 'WebDataPageTrigger') as INodeType;
		expect(description).toMatchObject({
			name: 'webDataPageTrigger',
			displayName: 'Web Data Page Trigger',
			group: ['trigger'],
			version: 1,
			polling: true,
			inputs: [],
			credentials: [{ name: 'webDataApi', required: true }],
		});
		expect(poll).toEqual(expect.any(Function));
	});

	it('exports the trigger by its class name, with a webhook', () => {
		const { description } = construct(TRIGGER, 'WebDataTrigger') as INodeType;
		expect(description).toMatchObject({
			name: 'webDataTrigger',
			displayName: 'Web Data Trigger',
			version: 1,
			group: ['trigger'],
			inputs: [],
			webhooks: [{ httpMethod: 'POST', responseMode: 'onReceived' }],
		});
		expect(description).not.toHaveProperty('usableAsTool');
	});

	it('has one rate limiter for all nodes', () => {
		const bundles = packageJson.n8n.nodes.map((path) => readFileSync(at(path), 'utf8'));
		expect(bundles.filter((text) => /\bRateLimiters ?= ?class/.test(text))).toHaveLength(1);
	});

	it('exports the credential by its class name, with the fields that the user fills in', () => {
		const credential = construct(CREDENTIAL, 'WebDataApi') as ICredentialType;
		expect(credential.name).toBe('webDataApi');
		const shown = credential.properties.filter(({ type }) => type !== 'hidden');
		expect(shown.map(({ name }) => name)).toEqual(['baseUrl', 'apiKey', 'webhookSecret']);
		const secrets = shown.slice(1).map(({ typeOptions }) => typeOptions);
		expect(secrets).toEqual([{ password: true }, { password: true }]);
	});

	it('has the base URL of the public service that the README names as its placeholder', () => {
		const { properties } = construct(CREDENTIAL, 'WebDataApi') as ICredentialType;
		const [, url] = /with the base URL `([^`]+)`/.exec(readFileSync(at('README.md'), 'utf8')) ?? [];
		expect(properties[0]?.placeholder).toBe(`e.g. ${url}`);
	});

	it('has each icon that the node and the credential use', () => {
		const { description } = construct(NODE, 'WebData') as INodeType;
		const credential = construct(CREDENTIAL, 'WebDataApi') as ICredentialType;
		const icons = [
			...Object.values(description.icon ?? {}).map((icon) => ['dist/nodes/WebData', icon]),
			...Object.values(credential.icon ?? {}).map((icon) => ['dist/credentials', icon]),
		];
		expect(icons).toHaveLength(4);
		for (const [folder = '', icon = ''] of icons) {
			const text = readFileSync(join(at(folder), String(icon).replace('file:', '')), 'utf8');
			expect(text).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
		}
	});

	it.each([NODE, TRIGGER, CREDENTIAL])(
		'%s requires only n8n-workflow and Node.js modules',
		(path) => {
			const text = readFileSync(at(path), 'utf8');
			const required = [...text.matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
				([, name = '']) => name,
			);
			// `isBuiltin` does not recognize modules of Node.js versions that are newer than the version that runs this test.
			const isNode = (name: string) => isBuiltin(name) || name.startsWith('node:');
			const isOwnBundle = (name: string) => path === TRIGGER && name === './WebData.node';
			const others = required.filter((name) => !isNode(name) && !isOwnBundle(name));
			expect(others.filter((name) => name !== 'n8n-workflow')).toEqual([]);
			expect(required.length).toBeGreaterThanOrEqual(path === NODE ? 1 : 0);
		},
	);

	it('names the node, its categories, and its documentation in the codex', () => {
		const codex = JSON.parse(readFileSync(at(CODEX), 'utf8')) as {
			node: string;
			categories: string[];
			resources: Record<string, { url: string }[]>;
		};
		/** n8n allows only these categories for community nodes. */
		const categories = [
			'Analytics',
			'Communication',
			'Data & Storage',
			'Development',
			'Finance & Accounting',
			'Marketing & Content',
			'Miscellaneous',
			'Productivity',
			'Sales',
			'Utility',
		];
		expect(codex.node).toBe('n8n-nodes-web-data.webData');
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(codex.categories.filter((each) => !categories.includes(each))).toEqual([]);
		expect(Object.keys(codex.resources).sort()).toEqual([
			'credentialDocumentation',
			'primaryDocumentation',
		]);
		for (const { url } of Object.values(codex.resources).flat()) expect(url).toMatch(/^https:\/\//);
	});
});
