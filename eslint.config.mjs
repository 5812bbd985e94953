import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import { basename } from 'node:path';
import { require as loadSource } from 'tsx/cjs/api';
import tseslint from 'typescript-eslint';

const community = communityNodes.default ?? communityNodes;

/** Rules that n8n turns off for community packages, because the rules contradict n8n's current guidelines. */
const outdated = {
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
};

const baseRules = (set, files) => ({
	files,
	plugins: { 'n8n-nodes-base': nodesBase },
	rules: { ...nodesBase.configs[set].rules, ...outdated },
});

const communityRules = (set, files, ignores = []) => ({
	files,
	ignores,
	plugins: { '@n8n/community-nodes': community },
	rules: community.configs[set].rules,
});

/** Adds the fields of a node as one literal, because n8n's rules do not see fields that builders make. */
function withFields() {
	let lines = [];
	return {
		preprocess(text, path) {
			const node = new (loadSource(path, import.meta.url)[basename(path, '.node.ts')])();
			const { properties } = node.description;
			const fields = JSON.stringify(properties, null, '\t').replace(/"(\w+)":/g, '$1:');
			lines = fields.split('\n');
			return [text, { text: `export const properties = ${fields};\n`, filename: 'fields.ts' }];
		},
		postprocess([messages, ofFields]) {
			const located = ofFields.map((each) => {
				const place = lines.slice(each.line - 1, each.line + 3).join(' ');
				return { ...each, message: `${each.message}: ${place.replace(/\s+/g, ' ')}` };
			});
			return [...messages, ...located];
		},
	};
}

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];
/** Only the self-hosted transport may import undici and Node.js modules. n8n Cloud forbids these imports. */
const overUndici = ['nodes/WebData/transport/undici/*.ts'];

const MAX_FUNCTION_LINES = 50;

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'build/',
			'**/node_modules/',
			'.cache/',
			'n8n-data/',
			'gulpfile.js',
			'jest.config.js',
		],
	},
	{ linterOptions: { noInlineConfig: true } },
	{
		files: ['**/*.ts'],
		extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': [
				'error',
				{ checksVoidReturn: { arguments: false } },
			],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
		},
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		extends: [
			baseRules('community', ['package.json']),
			communityRules('recommended', ['package.json']),
		],
	},
	baseRules('nodes', ['nodes/**/*.ts']),
	baseRules('credentials', ['credentials/**/*.ts']),
	{ files: ['nodes/**/*.node.ts'], processor: withFields() },
	{
		files: ['nodes/**/*.node.ts/*.ts'],
		extends: [tseslint.configs.disableTypeChecked],
		languageOptions: { parserOptions: { projectService: false } },
		rules: {
			// The builders decide the order of the keys of a field.
			'n8n-nodes-base/node-param-display-name-not-first-position': 'off',
			// Resources and operations begin with the most used, and sizes with the smallest. The builders sort other choices.
			'n8n-nodes-base/node-param-options-type-unsorted-items': 'off',
			// The builders sort options by label, but the formats are first, and fields that few people need are last.
			'n8n-nodes-base/node-param-collection-type-unsorted-items': 'off',
			// The kind of an entry is above the fields of this kind.
			'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items': 'off',
			// A new format has no type, because n8n also creates such a row for a format in a wrong shape.
			'n8n-nodes-base/node-param-default-wrong-for-options': 'off',
			// Pages and results cost credits. The description says how many, and the default limits the cost.
			'n8n-nodes-base/node-param-default-wrong-for-limit': 'off',
			'n8n-nodes-base/node-param-description-wrong-for-limit': 'off',
		},
	},
	communityRules('recommended', published, overUndici),
	communityRules('recommendedWithoutN8nCloudSupport', overUndici),
	{
		files: published,
		plugins: { regexp },
		rules: {
			// Texts of the service and of pages must not block n8n.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': 'error',
			'no-restricted-syntax': [
				'error',
				{
					selector:
						"CallExpression:matches([callee.property.name=/^(push|unshift|splice|max|min)$/], [callee.name='noticesOf']) > SpreadElement",
					message: 'A long list has more entries than a call can have arguments.',
				},
			],
			'max-lines-per-function': [
				'error',
				{ max: MAX_FUNCTION_LINES, skipBlankLines: true, skipComments: true },
			],
		},
	},
);
