import { findToolsOf } from './findTools';
import { slowEcho, thirdPartyPrices } from './specialTools';
import { companiesLookup, ratesConvert, ratesTable, tideTimes } from './tableTools';
import { textKeywords, textStatistics } from './textTools';
import type { Tool } from './tool';

const findable: readonly Tool[] = [
	textStatistics,
	textKeywords,
	ratesConvert,
	ratesTable,
	companiesLookup,
	tideTimes,
	slowEcho,
	thirdPartyPrices,
];

// Tool discovery is available under the specification's name and under the public name.
const tools: readonly Tool[] = [
	...findable,
	findToolsOf('catalog', findable),
	findToolsOf('firecrawl', findable),
];

export function toolFor(provider: string, capability: string): Tool | undefined {
	return tools.find((tool) => tool.provider === provider && tool.capability === capability);
}
