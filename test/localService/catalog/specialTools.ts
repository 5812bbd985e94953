import { integer, text } from '../schemas/parts';
import { defineTool } from './tool';

export const slowEcho = defineTool({
	provider: 'slow',
	capability: 'echo',
	description: 'Gives a value back after a time.',
	creditsCost: 1,
	options: { ms: integer(0, 600_000), value: {} },
	required: ['ms'],
	example: { ms: 2000, value: 'hello' },
	fields: ['value', 'ms'],
	async run({ ms, value }, { clock }) {
		await clock.wait(Number(ms));
		return { data: { value: value ?? null, ms } };
	},
});

export const thirdPartyPrices = defineTool({
	provider: 'thirdparty',
	capability: 'prices',
	description: 'The price of an article in three shops.',
	creditsCost: 3,
	options: { article: text },
	required: ['article'],
	example: { article: 'Brass tide clock' },
	fields: ['shop', 'price', 'currency'],
	needsTerms: true,
	async run({ article }) {
		const base = 20 + String(article).length;
		const data = ['Harbour shop', 'Mole store', 'Quay trade'].map((shop, index) => ({
			shop,
			price: base + index * 1.5,
			currency: 'EUR',
		}));
		return { data, records: data.length };
	},
});
