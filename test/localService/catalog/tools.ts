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

// The specification and the public service have different names for tool discovery. The local
// service supports both names.
const tools: readonly Tool[] = [
	...findable,
	findToolsOf('catalog', findable),
	findToolsOf('firecrawl', findable),
];

export function toolFor(provider: string, capability: string): Tool | undefined {
	return tools.find((tool) => tool.provider === provider && tool.capability === capability);
}
