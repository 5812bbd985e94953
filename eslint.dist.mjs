// The rules that n8n's scanner applies to a built, self-hosted package.

import communityNodes from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

const community = communityNodes.default ?? communityNodes;
const { rules } = community.configs.recommendedWithoutN8nCloudSupport;
const plugins = { '@n8n/community-nodes': community };

export default tseslint.config(
	{ linterOptions: { noInlineConfig: true } },
	{ files: ['dist/**/*.js'], plugins, rules },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins,
		rules,
	},
);
