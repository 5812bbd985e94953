// `npm run lint:cloud` runs n8n's scanner on the package for n8n Cloud. These tests check what the scanner does not.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const cloud = join(root, 'build/cloud');

const manifestOf = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;

const bundleOf = (folder: string) =>
	readFileSync(join(folder, 'dist/nodes/WebData/WebData.node.js'), 'utf8');

it('the scan fails for a forbidden line in the sources and in the packed files', () => {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-scan-test-'));
	const write = (path: string, text: string) => {
		mkdirSync(join(folder, path, '..'), { recursive: true });
		writeFileSync(join(folder, path), text);
	};
	write('package.json', JSON.stringify(manifestOf(cloud)));
	write('nodes/WebData/wait.ts', 'setTimeout(() => {}, 1);\n');
	write('dist/nodes/WebData/WebData.node.js', 'setTimeout(() => {}, 1);\n');
	try {
		execFileSync(process.execPath, [join(__dirname, 'scan.mjs'), folder], { encoding: 'utf8' });
		throw new Error('The scan succeeded');
	} catch (error) {
		const { status, stdout } = error as { status: number; stdout: string };
		expect(status).toBe(1);
		const errors = [...stdout.matchAll(/(\S+)\n +\d+:\d+ +error +.*'setTimeout'/g)];
		expect(errors.map(([, path]) => path?.split('/').slice(-2).join('/'))).toEqual([
			'WebData/wait.ts',
			'WebData/WebData.node.js',
		]);
		expect(stdout.match(/\((\d+) errors?,/g)).toEqual(['(1 error,', '(1 error,']);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

it('the package for n8n Cloud has the same name, and is the only strict package', () => {
	expect(manifestOf(root).n8n).toMatchObject({ strict: false });
	expect(manifestOf(cloud)).toMatchObject({
		name: manifestOf(root).name,
		n8n: { strict: true },
	});
});

it('the build for n8n Cloud requires only n8n-workflow and a hash', () => {
	const required = [...bundleOf(cloud).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
	expect([...new Set(required)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
});
