import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const cloud = join(root, 'build/cloud');

interface Scan {
	code: number;
	output: string;
	errors: number[];
}

const scan = (folder: string): Promise<Scan> =>
	new Promise((resolve) =>
		execFile(
			process.execPath,
			[join(__dirname, 'scan.mjs'), folder],
			{ maxBuffer: 64 * 1024 * 1024 },
			(error, output) => {
				const errors = [...output.matchAll(/\((\d+) errors?, \d+ warnings?\)/g)];
				resolve({
					code: error === null ? 0 : 1,
					output,
					errors: errors.map(([, count]) => Number(count)),
				});
			},
		),
	);

jest.setTimeout(120_000);

it('finds nothing in the build for n8n Cloud, in either part', async () => {
	const { code, output } = await scan(cloud);
	expect(output.trim().split('\n')).toEqual(['sources: passed', 'packed files: passed']);
	expect(code).toBe(0);
});

it('finds undici in the self-hosted build', async () => {
	const { code, output, errors } = await scan(root);
	expect(code).toBe(1);
	expect(output).toMatch(/undici\/dispatcher\.ts[^]*Import of 'node:net' is not allowed/);
	expect(output).toContain("Require of 'node:net' is not allowed");
	expect(errors).toHaveLength(2);
	expect(errors[1]).toBeGreaterThan(100);
});

it('finds a single forbidden line, in each part', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'web-data-cloud-'));
	try {
		cpSync(cloud, folder, { recursive: true });
		for (const path of [
			'nodes/WebData/host/limitConcurrency.ts',
			'dist/nodes/WebData/WebData.node.js',
		]) {
			const file = join(folder, path);
			writeFileSync(file, `${readFileSync(file, 'utf8')}\nsetTimeout(() => {}, 1);\n`);
		}
		const { errors } = await scan(folder);
		expect(errors).toEqual([1, 1]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

describe('the package for n8n Cloud', () => {
	const manifestOf = (folder: string) =>
		JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;

	it('is the same package under another version and tag', () => {
		const { version, name } = manifestOf(root);
		expect(manifestOf(cloud)).toMatchObject({
			name,
			version: `${String(version)}-cloud.0`,
			publishConfig: { tag: 'cloud' },
			n8n: { strict: true },
		});
	});

	it.each(['dist', cloud])('%s contains only its own adapter', (folder) => {
		const built = join(folder === cloud ? join(cloud, 'dist') : join(root, folder));
		const text = readFileSync(join(built, 'nodes/WebData/WebData.node.js'), 'utf8');
		const has = {
			undici: text.includes('EnvHttpProxyAgent'),
			helper: text.includes('disableFollowRedirect'),
		};
		expect(has).toEqual({ undici: folder !== cloud, helper: folder === cloud });
	});

	it('requires only n8n-workflow and a hash', () => {
		const text = readFileSync(join(cloud, 'dist/nodes/WebData/WebData.node.js'), 'utf8');
		const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
		expect([...new Set(required)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
	});
});
