// Projects:
// - `fast`: tests that require no n8n instance, with the adapter of the self-hosted build
// - `cloud`: network tests and a few others with the adapter of the n8n Cloud build
// - `n8n`: tests in a real n8n instance
// - `queue`: tests in n8n's queue mode
// - `compat`: tests in older n8n versions
/** TypeScript requires the extension `.js` in `import()`, but Jest must load the `.ts` file. */
const undici = {
	'^\\./dispatcher\\.js$': '<rootDir>/nodes/WebData/transport/undici/dispatcher.ts',
};

const shared = {
	testEnvironment: 'node',
	// An unhandled rejection fails the test, even if it occurs at the end of the test.
	waitForUnhandledRejections: true,
	moduleNameMapper: undici,
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: [
		'<rootDir>/test/n8n/node_modules',
		'<rootDir>/.cache',
		'<rootDir>/n8n-data',
		'<rootDir>/build',
	],
};

const overAdapters = [
	'transport/contract/*',
	'transport/n8nRequest/proxy',
	'host/network/egress',
	'node/{files,parse}',
	'faults/{faults,triggers}',
	'triggers/lives/lives',
];

const fast = {
	...shared,
	displayName: 'fast',
	setupFiles: ['<rootDir>/test/support/mockHost.ts'],
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/queue/',
		'<rootDir>/test/compat/',
		'/transport/n8nRequest/proxy',
	],
};

/** Jest takes all words after `--selectProjects` as names of projects, and then ignores unknown names. */
function refusePathsAsProjects(projects) {
	const [, ...after] = process.argv.slice(process.argv.indexOf('--selectProjects'));
	const end = after.findIndex((word) => word.startsWith('-'));
	const names = process.argv.includes('--selectProjects')
		? after.slice(0, end < 0 ? undefined : end)
		: [];
	const unknown = names.filter((name) => !projects.some(({ displayName }) => displayName === name));
	if (unknown.length === 0) return;
	throw new Error(
		`"${unknown[0]}" is not a project. Write paths before --selectProjects, as in: npx jest ${unknown[0]} --selectProjects fast`,
	);
}

const projects = [
	fast,
	{
		...shared,
		displayName: 'cloud',
		setupFiles: fast.setupFiles,
		globals: { webDataBuild: 'cloud' },
		moduleNameMapper: {
			'^\\./adapter$': '<rootDir>/nodes/WebData/host/network/adapter.cloud.ts',
		},
		testMatch: overAdapters.map((path) => `<rootDir>/test/${path}.test.ts`),
		testPathIgnorePatterns: ['/node_modules/'],
	},
	{
		...shared,
		displayName: 'n8n',
		testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
		testPathIgnorePatterns: ['/node_modules/'],
	},
	{
		...shared,
		displayName: 'queue',
		testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
		testPathIgnorePatterns: ['/node_modules/'],
	},
	{
		...shared,
		displayName: 'compat',
		testMatch: ['<rootDir>/test/compat/**/*.test.ts'],
		testPathIgnorePatterns: ['/node_modules/'],
	},
];

refusePathsAsProjects(projects);

module.exports = {
	// Only a test that hangs takes this long. A slow machine must not fail a test.
	testTimeout: 600_000,
	// On a busy machine, a worker without open handles needs more than the default of 500 ms to exit.
	workerGracefulExitTimeout: 30_000,
	// By default, Jest leaves one core unused.
	maxWorkers: '100%',
	projects,
};
