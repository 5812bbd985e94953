import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackage } from '../n8n/package';
import { environmentForNpm, runNpm } from '../support/npm';
import { withProgress } from '../support/progress';

const modules = join(__dirname, 'node_modules');
const stamp = join(modules, '.ready');
/** This folder is below node_modules, so that the package loads the engine's copy of n8n-workflow. */
const packageFolder = join(modules, '.web-data', 'n8n-nodes-web-data');

const npmArguments = ['ci', '--ignore-scripts', '--omit=optional', '--loglevel=http'];

function lockHash(): string {
	const lock = readFileSync(join(__dirname, 'package-lock.json'));
	return createHash('sha256').update(lock).digest('hex');
}

const isInstalled = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();

export async function ensureEngine(): Promise<void> {
	if (isInstalled()) return;
	let downloads = 0;
	const onText = (text: string): void => {
		downloads += text.split('http fetch').length - 1;
	};
	await withProgress({
		title: "Installing n8n's execution engine (once, about 350 MB)",
		detail: () =>
			`${downloads} downloads, ${existsSync(modules) ? readdirSync(modules).length : 0} folders`,
		run: () =>
			runNpm('The engine', npmArguments, { cwd: __dirname, env: environmentForNpm(), onText }),
	});
	writeFileSync(stamp, lockHash());
}

export async function installPackedNode(): Promise<string> {
	await unpackPackage(packageFolder);
	return packageFolder;
}
