import { oneOfWords, text } from '../schemas/parts';
import companies from './data/companies.json';
import harbours from './data/harbours.json';
import { base, date, rates } from './data/rates.json';
import { defineTool, ToolError } from './tool';

const rateOf: Record<string, number> = rates;
const currency = oneOfWords(...Object.keys(rates));

export const ratesConvert = defineTool({
	provider: 'rates',
	capability: 'convert',
	description: 'Converts an amount of money from one currency to another.',
	creditsCost: 1,
	options: { amount: { type: 'number' }, from: currency, to: currency },
	required: ['amount', 'from', 'to'],
	example: { amount: 100, from: 'EUR', to: 'USD' },
	fields: ['amount', 'from', 'to', 'rate', 'result', 'date'],
	async run({ amount, from, to }) {
		const rate = crossRate(String(from), String(to));
		return { data: { amount, from, to, rate, result: rounded(Number(amount) * rate), date } };
	},
});

export const ratesTable = defineTool({
	provider: 'rates',
	capability: 'table',
	description: 'The rates of all currencies against one of them.',
	creditsCost: 2,
	options: { base: currency },
	example: { base: 'EUR' },
	fields: ['currency', 'rate'],
	async run(options) {
		const against = String(options.base ?? base);
		const data = Object.keys(rates).map((name) => ({
			currency: name,
			rate: crossRate(against, name),
		}));
		return { data, records: data.length };
	},
});

function crossRate(from: string, to: string): number {
	return rounded((rateOf[to] ?? NaN) / (rateOf[from] ?? NaN));
}

function rounded(value: number): number {
	return Math.round(value * 10_000) / 10_000;
}

export const companiesLookup = defineTool({
	provider: 'companies',
	capability: 'lookup',
	description: 'Name, size, sector, and city of the company behind a domain.',
	creditsCost: 5,
	options: {
		domain: {
			type: 'string',
			pattern: '^([A-Za-z0-9-]+\\.)+[A-Za-z0-9-]+$',
			description: 'Domain of its website',
		},
	},
	required: ['domain'],
	example: { domain: 'northmole.example' },
	fields: ['domain', 'name', 'size', 'sector', 'city'],
	async run(options) {
		const domain = String(options.domain)
			.toLowerCase()
			.replace(/^www\./, '');
		const data = companies.find((company) => company.domain === domain);
		if (!data) throw new ToolError('not_found', `No company is known for "${domain}".`, 404);
		return { data, records: 1 };
	},
});

export const tideTimes = defineTool({
	provider: 'northmole',
	capability: 'tide-times',
	description: 'High and low water of one day at a harbour.',
	creditsCost: 2,
	options: { harbour: text },
	required: ['harbour'],
	example: { harbour: 'north mole' },
	fields: ['day', 'highWater', 'lowWater', 'height'],
	async run(options) {
		const known: Record<string, unknown[]> = harbours;
		const data = known[String(options.harbour).toLowerCase()];
		if (!data) throw new ToolError('not_found', `No harbour "${String(options.harbour)}".`, 404);
		return { data, records: data.length };
	},
});
