import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json';

const root = join(__dirname, '../..');
const folder = join(root, '.github/workflows');

const workflows = readdirSync(folder).map((name): [string, string] => [
	name,
	readFileSync(join(folder, name), 'utf8'),
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
	const wrong = inWorkflows((text) => {
		const jobs = text.match(/^ {4}runs-on: /gm)?.length;
		const limits = text.match(/^ {4}timeout-minutes: /gm)?.length;
		return [
			...(/^permissions:\n {2}contents: read\n\n/m.test(text) ? [] : ['permissions']),
			...(jobs === limits ? [] : [`${jobs} jobs, ${limits} time limits`]),
		];
	});
	expect(wrong).toEqual([]);
});

test('every script that a workflow runs exists', () => {
	const missing = inWorkflows((text) =>
		scriptsIn(text).filter((name) => !Object.hasOwn(packageJson.scripts, name)),
	);
	expect(missing).toEqual([]);
});

test('the jobs of ci.yml run every check of test:all', () => {
	const [, ci = ''] = workflows.find(([name]) => name === 'ci.yml') ?? [];
	const expected = scriptsIn(packageJson.scripts['test:all']);
	expect(expected).toContain('test');
	expect(expected.filter((name) => !scriptsIn(ci).includes(name))).toEqual([]);
});

test('only jobs that install nothing may publish', () => {
	const [, publish = ''] = workflows.find(([name]) => name === 'publish.yml') ?? [];
	const jobs = publish.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
	const publishing = jobs.filter((job) => job.includes('id-token: write'));
	expect(publishing).toHaveLength(2);
	for (const job of publishing) {
		expect(job).toMatch(/npm publish \S+\.tgz.* --provenance/);
		expect(job).not.toMatch(/npm (ci|install|run)|checkout/);
	}
});
