// Six projects: `fast` needs nothing but this folder, `unit` is what of it needs no build, `cloud` is what of it tells the two builds apart, `n8n` drives a real n8n, `queue` one in queue mode, `compat` older ones.
/** TypeScript wants the ending in `import()`. */
const undici = {
	'^\\.\\./\\.\\./transport/undici/undiciTransport\\.js$':
		'<rootDir>/nodes/WebData/transport/undici/undiciTransport.ts',
};

const shared = {
	testEnvironment: 'node',
	moduleNameMapper: undici,
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: [
		'<rootDir>/test/n8n/node_modules',
		'<rootDir>/.cache',
		'<rootDir>/build',
	],
};

/** Tests that reach the network through the adapter of a build. */
const overAdapters = [
	'attacks/{slow,malformed}Responses',
	'transport/exchanges',
	'transport/contract/*',
	'transport/n8nRequest/proxy',
	'host/network/egress',
	'node/*',
	'faults/*',
	'faults/properties/answers',
];

/** Tests that load or read what `npm run build` writes. */
const testsOfBuild = [
	'/test/(node|faults|saved|scan|conformance)/',
	'/test/attacks/(incompleteResponses|manyAccounts|stuckStore)\\.test\\.ts$',
	'/test/(package|release/tarball|transport/undici/assert|operations/(output|form/sortKeys))\\.test\\.ts$',
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

module.exports = {
	// No test is about speed: this only ends one that hangs.
	testTimeout: 60_000,
	// The sources only: the tests of the built node run the bundle, which is not counted.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: 'build/coverage',
	coverageReporters: ['text-summary', 'lcov'],
	// With the V8 provider, the tests take four times as long.
	coverageProvider: 'babel',
	coverageThreshold: { global: { statements: 81, branches: 70, functions: 68, lines: 82 } },
	projects: [
		fast,
		{
			...fast,
			displayName: 'unit',
			testPathIgnorePatterns: [...fast.testPathIgnorePatterns, ...testsOfBuild],
		},
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
	],
};
