import type { Endpoint } from '../../nodes/WebData/client/client';
import { activityEndpoint } from '../../nodes/WebData/client/jobs/find';
import {
	accountEndpoint,
	concurrencyEndpoint,
} from '../../nodes/WebData/resources/account/service';
import { agentEndpoint } from '../../nodes/WebData/resources/agent/service';
import { batchScrapeEndpoint } from '../../nodes/WebData/resources/batchScrape/run';
import {
	browserSessionEndpoint,
	sessionCodeEndpoint,
} from '../../nodes/WebData/resources/browserSession/service';
import { catalogEndpoint } from '../../nodes/WebData/resources/catalog/form';
import { crawlEndpoint } from '../../nodes/WebData/resources/crawl/service';
import { mapEndpoint } from '../../nodes/WebData/resources/map/operations';
import { monitorEndpoint } from '../../nodes/WebData/resources/monitor/service';
import { parseEndpoint } from '../../nodes/WebData/resources/parse/operations';
import {
	interactEndpoint,
	scrapeEndpoint,
	stopInteractEndpoint,
	storedScrapeEndpoint,
} from '../../nodes/WebData/resources/scrape/service';
import { paperEndpoint, searchEndpoint } from '../../nodes/WebData/resources/search/operations';

export const endpoints = {
	scrape: scrapeEndpoint,
	interact: interactEndpoint,
	stopInteract: stopInteractEndpoint,
	storedScrape: storedScrapeEndpoint,
	search: searchEndpoint,
	paper: paperEndpoint,
	map: mapEndpoint,
	parse: parseEndpoint,
	crawl: crawlEndpoint,
	batchScrape: batchScrapeEndpoint,
	agent: agentEndpoint,
	catalog: catalogEndpoint,
	monitor: monitorEndpoint,
	browserSession: browserSessionEndpoint,
	sessionCode: sessionCodeEndpoint,
	account: accountEndpoint,
	concurrency: concurrencyEndpoint,
	activity: activityEndpoint,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
