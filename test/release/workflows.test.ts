import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { jobsIn, runSteps, workflowText } from './workflowSteps';

const root = join(__dirname, '../..');

const workflows = readdirSync(join(root, '.github/workflows')).map((name): [string, string] => [
	name,
	workflowText(name),
]);

const scriptsIn = (text: string): string[] =>
	[...text.matchAll(/\bnpm (?:run ([\w:]+)|(test)\b)/g)].map(([, script, test]) =>
		String(script ?? test),
	);

/** Returns what is wrong in each workflow, with the name of the workflow. */
const inWorkflows = (wrongIn: (text: string) => readonly string[]): string[] =>
	workflows.flatMap(([name, text]) => wrongIn(text).map((wrong) => `${name}: ${wrong}`));

test('every action of another project is pinned by its commit, with the version as a comment', () => {
	const pinned = /^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
	const actionsIn = (text: string) =>
		[...text.matchAll(/^ +(?:- )?uses: (.+)$/gm)].map(([, action = '']) => action);
	expect(inWorkflows(actionsIn).length).toBeGreaterThan(workflows.length);
	const isOwn = (action: string) => action.startsWith('./');
	const unpinned = inWorkflows((text) =>
		actionsIn(text).filter((action) => !isOwn(action) && !pinned.test(action)),
	);
	expect(unpinned).toEqual([]);
});

test('every workflow grants only read access by default, and every job has a time limit', () => {
	const wrong = inWorkflows((text) => [
		...(/^permissions:\n {2}contents: read\n\n/m.test(text) ? [] : ['permissions']),
		...jobsIn(text)
			.filter(([, job]) => 'runs-on' in job && !('timeout-minutes' in job))
			.map(([name]) => name),
	]);
	expect(wrong).toEqual([]);
});

/** Returns the npm scripts and the script files in a command that do not exist. */
const missingScripts = (command: string): string[] => [
	...scriptsIn(command).filter((name) => !Object.hasOwn(packageJson.scripts, name)),
	...(command.match(/(?<=\s|^)\.?[\w-]+(\/[\w.-]+)+\.(ts|mjs|js|sh)(?=\s|$)/g) ?? []).filter(
		(path) => !existsSync(join(root, path)),
	),
];

test('every script that a workflow step or a script of package.json calls exists', () => {
	const missing = inWorkflows((text) => runSteps(text).flatMap(({ run }) => missingScripts(run)));
	expect(missing).toEqual([]);
	expect(Object.values(packageJson.scripts).flatMap(missingScripts)).toEqual([]);
});

test('every workflow step is valid shell', () => {
	const wrong = inWorkflows((text) =>
		runSteps(text)
			.map(({ run }) => spawnSync('bash', ['-n', '-c', run], { encoding: 'utf8' }).stderr)
			.filter((error) => error !== ''),
	);
	expect(wrong).toEqual([]);
	expect(workflows.flatMap(([, text]) => runSteps(text)).length).toBeGreaterThan(20);
});

test('the test with n8n 3 warns and does not stop a release if no image of n8n 3 is listed', () => {
	const [step] = runSteps(workflowText('publish.yml')).filter(({ job }) => job === 'image');
	const noImages = `curl() { echo '{"results": [{"name": "2.41.1"}]}'; }\ndocker() { exit 1; }`;
	const jq = `jq() { sed 's/.*"name": "//; s/".*//'; }`;
	const script = [noImages, jq, step?.run].join('\n');
	const { status, stdout } = spawnSync('bash', ['-e', '-c', script], { encoding: 'utf8' });
	expect({ status, stdout }).toMatchObject({
		status: 0,
		stdout: expect.stringMatching(/^::warning::.*no image of n8n 3/),
	});
});

test('the jobs of ci.yml run every check of test:all', () => {
	const [, ci = ''] = workflows.find(([name]) => name === 'ci.yml') ?? [];
	const expected = scriptsIn(packageJson.scripts['test:all']);
	expect(expected).toContain('test');
	expect(expected.filter((name) => !scriptsIn(ci).includes(name))).toEqual([]);
});

test('only jobs that run no code of the project may publish or write, and only after all checks', () => {
	const [, publish = ''] = workflows.find(([name]) => name === 'publish.yml') ?? [];
	const privileged = jobsIn(publish).filter(([, { permissions = {} }]) =>
		Object.values(permissions).includes('write'),
	);
	expect(privileged.map(([name]) => name)).toEqual(['undici', 'cloud-branch', 'cloud']);
	for (const [name, { needs, permissions, steps = [] }] of privileged) {
		const scripts = steps.map(({ run = '' }) => run).join('\n');
		expect(scripts).not.toMatch(/npm (ci|install|run|test)|npx|node /);
		expect(needs).toEqual(name === 'cloud' ? 'cloud-package' : ['check', 'image']);
		if (permissions?.['id-token'] === undefined) continue;
		expect(scripts).toMatch(/npm publish \S+\.tgz --provenance --access public$/);
		expect(steps.filter(({ uses = '' }) => uses.includes('checkout'))).toEqual([]);
	}
	const publishing = privileged.filter(([, { permissions }]) => permissions?.['id-token']);
	expect(publishing.map(([name]) => name)).toEqual(['undici', 'cloud']);
});
