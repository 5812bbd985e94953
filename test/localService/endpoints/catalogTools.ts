import { closedObject, integer, list, oneOfWords, text, texts } from '../schemas/parts';
import { compileCheck } from '../schemas/check';
import type { ServiceState } from '../state';

export type Options = Record<string, unknown>;

export interface Tool {
	provider: string;
	capability: string;
	description: string;
	creditsCost: number;
	options: Record<string, object>;
	required: string[];
	example: Options;
	answer(options: Options, state: ServiceState): unknown;
	/** Returns the reason why the options are invalid, or an empty string. */
	faultIn(options: Options): string;
}

/** Error of one call. The other calls of the request continue. */
export class ToolError extends Error {
	constructor(
		readonly code: string,
		message: string,
		readonly status: number,
	) {
		super(message);
	}
}

function tool(id: string, facts: Omit<Tool, 'provider' | 'capability' | 'faultIn'>): Tool {
	const [provider = '', capability = ''] = id.split('/');
	const check = compileCheck(closedObject(facts.options, facts.required));
	const faultIn = (options: Options): string =>
		check(options)
			.map(({ message }) => message)
			.join('; ');
	return { provider, capability, ...facts, faultIn };
}

const RATES: Record<string, number> = { EUR: 1, USD: 1.08, GBP: 0.85, CHF: 0.96 };
const currency = oneOfWords(...Object.keys(RATES));

const companies: Record<string, object> = {
	'northmole.example': { name: 'North Mole Works', size: 48, city: 'Bergen' },
	'tidewater.example': { name: 'Tidewater Freight', size: 320, city: 'Rotterdam' },
	'bluequarry.example': { name: 'Blue Quarry', size: 210, city: 'Brno' },
};

function companyAt(domain: unknown): object {
	const company = companies[String(domain)];
	if (!company) throw new ToolError('not_found', `No company has the domain "${domain}".`, 404);
	return { domain, ...company };
}

const tideTimes = tool('northmole/tide-times', {
	description: 'High and low water of one day at a harbour.',
	creditsCost: 2,
	options: { harbour: text },
	required: ['harbour'],
	example: { harbour: 'north mole' },
	answer: () => [{ day: 'Monday', highWater: '06:12', lowWater: '12:25', height: 5.1 }],
});

const findable: readonly Tool[] = [
	tool('text/statistics', {
		description: 'Counts the words and sentences of a text.',
		creditsCost: 1,
		options: { text },
		required: ['text'],
		example: { text: 'One sentence. And another.' },
		answer: ({ text: counted }) => ({
			words: String(counted).split(/\s+/).length,
			sentences: String(counted).match(/[.!?](?=\s|$)/g)?.length ?? 0,
		}),
	}),
	tool('rates/convert', {
		description: 'Converts an amount of money from one currency to another.',
		creditsCost: 1,
		options: { amount: { type: 'number' }, from: currency, to: currency },
		required: ['amount', 'from', 'to'],
		example: { amount: 100, from: 'EUR', to: 'USD' },
		answer: ({ amount, from, to }) => {
			const rate = (RATES[String(to)] ?? NaN) / (RATES[String(from)] ?? NaN);
			return { amount, from, to, rate, date: '2026-06-01', result: Number(amount) * rate };
		},
	}),
	tool('companies/lookup', {
		description: 'Name, size, and city of the company behind a domain.',
		creditsCost: 5,
		options: { domain: { ...text, description: 'Domain of its website' } },
		required: ['domain'],
		example: { domain: 'northmole.example' },
		answer: ({ domain }) => companyAt(domain),
	}),
	tideTimes,
	tool('slow/echo', {
		description: 'Returns a value after a delay.',
		creditsCost: 1,
		options: { ms: integer(0, 600_000), value: {} },
		required: ['ms'],
		example: { ms: 2000, value: 'hello' },
		async answer({ ms, value = null }, { clock }) {
			await clock.wait(Number(ms));
			return { value, ms };
		},
	}),
];

function findToolsOf(provider: string): Tool {
	return tool(`${provider}/find-tools`, {
		description: 'Finds tools of the catalog.',
		creditsCost: 0,
		options: {
			query: text,
			providers: texts,
			capabilities: texts,
			level: oneOfWords('tools'),
			expand: list(oneOfWords('options', 'response', 'examples')),
			limit: integer(1, 100),
			offset: integer(0),
		},
		required: [],
		example: { query: 'currency' },
		answer: (options) => resultOf(provider, options),
	});
}

function resultOf(provider: string, options: Options): object {
	const items = findable.filter((one) => isWanted(one, options));
	const offset = Number(options.offset ?? 0);
	const end = offset + Number(options.limit ?? 20);
	const further = { provider, capability: 'find-tools', options: { ...options, offset: end } };
	const isExpanded = (options.expand as string[] | undefined)?.includes('options') ?? false;
	return {
		level: 'tools',
		items: items.slice(offset, end).map((one) => itemOf(one, isExpanded)),
		total: items.length,
		next: end < items.length ? further : null,
	};
}

function isWanted(one: Tool, { query = '', providers, capabilities }: Options): boolean {
	const about = `${one.provider} ${one.capability} ${one.description}`.toLowerCase();
	const terms = String(query).toLowerCase().split(/\s+/);
	const isAmong = (names: unknown, name: string): boolean =>
		names === undefined || (names as string[]).includes(name);
	return (
		isAmong(providers, one.provider) &&
		isAmong(capabilities, one.capability) &&
		terms.some((term) => about.includes(term))
	);
}

function itemOf({ options, required, example, ...one }: Tool, isExpanded: boolean) {
	const { provider, capability, description, creditsCost } = one;
	const listed = Object.entries(options).map(([name, schema]) => ({
		name,
		type: 'any',
		...schema,
		required: required.includes(name),
	}));
	return {
		id: `${provider}/${capability}`,
		name: `${provider} ${capability}`,
		...{ provider, capability, description, creditsCost },
		next: { provider, capability, options: example },
		execute: { provider, capability },
		...(isExpanded && { options: listed }),
	};
}

/** Returns the tool for a page, as in a scrape or a search. */
export function toolsFor(url: string): object[] {
	const { execute, ...tool } = itemOf(tideTimes, true);
	return [{ ...tool, matchedBy: ['domain'], matchedUrls: [`${new URL(url).hostname}/*`] }];
}

// The specification and the public service have different names for tool discovery.
const tools = [...findable, findToolsOf('catalog'), findToolsOf('firecrawl')];

export function toolFor(provider: string, capability: string): Tool | undefined {
	return tools.find((one) => one.provider === provider && one.capability === capability);
}
