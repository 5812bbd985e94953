// Runs n8n's scanner for verified packages on the sources and the packed files of a package. Unlike the scanner's own
// command, this script does not download the package from npm.
//
//   node test/scan/scan.mjs <folder>

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node test/scan/scan.mjs <folder>');

const temporary = mkdtempSync(join(tmpdir(), 'web-data-scan-'));
// Jest sets NODE_ENV=test. Some scanner rules then treat every file as a test of the scanner.
delete process.env.NODE_ENV;
// The scanner creates a temporary folder on import and does not remove this folder.
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const { analyzePackage, SOURCE_FILE_PATTERNS } =
	await import('@n8n/scan-community-package/scanner/scanner.mjs');

function packed(root) {
	const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
	execFileSync(
		'npm',
		['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', temporary],
		options,
	);
	const archive = readdirSync(temporary).find((name) => name.endsWith('.tgz'));
	execFileSync('tar', ['-xzf', archive], { cwd: temporary });
	return join(temporary, 'package');
}

const root = resolve(folder);
const legs = [
	['sources', root, SOURCE_FILE_PATTERNS],
	['packed files', packed(root), ['**/*.js', 'package.json']],
];
for (const [name, place, patterns] of legs) {
	const { passed, message, details } = await analyzePackage(place, patterns);
	const list = details === undefined ? '' : `\n${details}`;
	console.log(`${name}: ${passed ? 'passed' : `failed, ${message}${list}`}`);
	// If the scanner did not lint any files, it accepts the package, but the result contains a message.
	if (!passed || message !== undefined) process.exitCode = 1;
}
