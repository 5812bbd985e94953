// Two projects: `fast` needs nothing but this folder, `n8n` drives a real n8n.
const shared = {
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
	},
	modulePathIgnorePatterns: ['<rootDir>/test/n8n/node_modules', '<rootDir>/.cache'],
};

module.exports = {
	projects: [
		{
			...shared,
			displayName: 'fast',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
		},
		{
			...shared,
			displayName: 'n8n',
			testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/'],
		},
	],
};
