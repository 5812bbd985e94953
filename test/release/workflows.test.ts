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

describe.each(workflows)('%s', (_name, text) => {
	it('pins every action by its commit, with the version as a comment', () => {
		const used = [...text.matchAll(/^ +(?:- )?uses: (.+)$/gm)].map(([, action = '']) => action);
		const pinned = /^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(used.filter((each) => !pinned.test(each) && !each.startsWith('./'))).toEqual([]);
		expect(used.length).toBeGreaterThan(0);
	});

	it('grants read access to the contents by default', () => {
		expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
	});

	it('has a time limit for each job that runs on a machine', () => {
		const jobs = text.match(/^ {4}runs-on: /gm) ?? [];
		expect(text.match(/^ {4}timeout-minutes: /gm)).toHaveLength(jobs.length);
	});

	it('runs scripts that exist', () => {
		const missing = scriptsIn(text).filter((name) => !Object.hasOwn(packageJson.scripts, name));
		expect(missing).toEqual([]);
	});
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
