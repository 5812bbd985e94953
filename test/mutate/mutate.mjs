// `npm run mutate -- <paths>` changes the code of the sources in `nodes/` and lists the changes that no test notices. A
// file is tested by the test with the same path, or by all tests of its folder. Paths in `test/` add other tests.

import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import jestConfig from '../../jest.config.js';

const paths = process.argv.slice(2);
const sources = paths.filter((path) => path.startsWith('nodes/WebData/'));
if (sources.length === 0) throw new Error('Name a file or a folder in nodes/WebData/.');
const isFolder = (path) => statSync(path).isDirectory();

function testsOf(source) {
	const path = source.replace('nodes/WebData/', 'test/').replace(/\.ts$/, '.test.ts');
	return existsSync(path) ? path : dirname(path);
}

const tests = [...sources.map(testsOf), ...paths.filter((path) => path.startsWith('test/'))];

await new Stryker({
	mutate: sources.map((path) => (isFolder(path) ? `${path}/**/*.ts` : path)),
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		enableFindRelatedTests: false,
		config: {
			...jestConfig.projects[0],
			testMatch: tests.map((path) =>
				isFolder(path) ? `<rootDir>/${path}/**/*.test.ts` : `<rootDir>/${path}`,
			),
		},
	},
	// Texts are read in reviews. Without their mutations, a run takes about half the time.
	mutator: { excludedMutations: ['StringLiteral'] },
	buildCommand: 'npm run build',
	coverageAnalysis: 'perTest',
	concurrency: 1,
	dryRunTimeoutMinutes: 60,
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
	tempDirName: 'build/mutate',
	allowConsoleColors: false,
}).runMutationTest();
