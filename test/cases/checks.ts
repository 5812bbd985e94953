import type { Issue } from '../localService/answer';
import { checkAgentBody } from '../localService/endpoints/agent';
import { batchIssues } from '../localService/endpoints/batchScrape';
import { checkCodeBody, checkSessionBody } from '../localService/endpoints/browserSessions';
import { crawlIssues, previewIssues } from '../localService/endpoints/crawl';
import { checkInteractBody } from '../localService/endpoints/interact';
import { mapIssues } from '../localService/endpoints/map';
import { checkMonitorChange, checkNewMonitor } from '../localService/endpoints/monitor';
import {
	checkCatalogBody,
	checkParseOptions,
	checkScrapeBody,
} from '../localService/schemas/scrape';
import { searchIssues } from '../localService/endpoints/search';
import type { Check } from '../localService/schemas/check';

const checks: Record<string, Check> = {
	'search.search': searchIssues,
	'map.map': mapIssues,
	'parse.parse': checkParseOptions,
	'crawl.start': crawlIssues,
	'crawl.run': crawlIssues,
	'crawl.previewParams': previewIssues,
	'batchScrape.start': batchIssues,
	'batchScrape.run': batchIssues,
	'agent.start': checkAgentBody,
	'agent.run': checkAgentBody,
	'catalog.call': checkCatalogBody.catalog,
	'scrape.scrape': checkScrapeBody,
	'scrape.interact': checkInteractBody,
	'monitor.create': checkNewMonitor,
	'monitor.update': checkMonitorChange,
	'browserSession.create': checkSessionBody,
	'browserSession.execute': checkCodeBody,
};

/** Returns what the local service objects to in the body of an operation's request. */
export const issuesIn = (name: string, body: unknown): Issue[] => checks[name]?.(body) ?? [];

/** Returns the keys in a value at any depth. */
export const keysIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
		: [];
