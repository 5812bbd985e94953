import { integer, list, oneOfWords, text, texts } from '../schemas/parts';
import { defineTool, type Options, type Tool, type ToolResult } from './tool';

const CAPABILITY = 'find-tools';
const DEFAULT_LIMIT = 20;

type Level = 'providers' | 'groups' | 'tools';

interface Item {
	id: string;
	name: string;
	[more: string]: unknown;
}

export function findToolsOf(provider: string, tools: readonly Tool[]): Tool {
	return defineTool({
		provider,
		capability: CAPABILITY,
		description: 'Finds tools of the catalog.',
		creditsCost: 0,
		options: {
			query: text,
			urls: texts,
			providers: texts,
			categories: texts,
			groups: texts,
			capabilities: texts,
			level: oneOfWords('providers', 'groups', 'tools'),
			expand: list(oneOfWords('options', 'response', 'examples')),
			limit: integer(1, 100),
			offset: integer(0),
		},
		example: { query: 'currency' },
		fields: ['level', 'items', 'total', 'next'],
		run: async (options) => search(provider, tools, options),
	});
}

function search(provider: string, tools: readonly Tool[], options: Options): ToolResult {
	const level = (options.level ?? 'tools') as Level;
	const matches = tools.filter((tool) => fits(tool, options));
	const items =
		level === 'tools'
			? matches.map((tool) => toolItem(tool, (options.expand ?? []) as string[]))
			: providersOf(matches).map((name) => providerItem(provider, name));
	const offset = Number(options.offset ?? 0);
	const end = offset + Number(options.limit ?? DEFAULT_LIMIT);
	const further = { provider, capability: CAPABILITY, options: { ...options, offset: end } };
	const next = end < items.length ? further : null;
	const shown = items.slice(offset, end);
	return { data: { level, items: shown, total: items.length, next }, records: shown.length };
}

function fits(tool: Tool, options: Options): boolean {
	const among = (key: string, value: string): boolean =>
		options[key] === undefined || (options[key] as string[]).includes(value);
	return (
		among('providers', tool.provider) &&
		among('groups', tool.provider) &&
		among('categories', tool.provider) &&
		among('capabilities', tool.capability) &&
		hasWord(tool, String(options.query ?? ''))
	);
}

function hasWord(tool: Tool, query: string): boolean {
	const queryWords = query.toLowerCase().match(/[\p{L}\p{N}]+/gu);
	if (!queryWords) return true;
	const about = `${tool.provider} ${tool.capability} ${tool.description}`.toLowerCase();
	return queryWords.some((word) => about.includes(word));
}

function providersOf(tools: readonly Tool[]): string[] {
	return [...new Set(tools.map((tool) => tool.provider))];
}

function providerItem(provider: string, name: string): Item {
	const options = { level: 'tools', providers: [name] };
	return { id: name, name, next: { provider, capability: CAPABILITY, options } };
}

function toolItem(tool: Tool, expand: string[]): Item {
	const { provider, capability, description, creditsCost, example } = tool;
	return {
		id: `${provider}/${capability}`,
		name: `${provider} ${capability}`,
		provider,
		capability,
		description,
		creditsCost,
		next: { provider, capability, options: example },
		execute: { provider, capability },
		...(expand.includes('options') && { options: optionsOf(tool) }),
		...(tool.requiresOneOf && { requiresOneOf: tool.requiresOneOf }),
		...(expand.includes('response') && { response: { about: description, fields: tool.fields } }),
		...(expand.includes('examples') && { examples: [example] }),
	};
}

function optionsOf(tool: Tool): unknown[] {
	return Object.entries(tool.options).map(([name, schema]) => ({
		name,
		type: 'type' in schema ? schema.type : 'any',
		...('description' in schema && { description: schema.description }),
		...('enum' in schema && { enum: schema.enum }),
		...(tool.required?.includes(name) && { required: true }),
	}));
}
