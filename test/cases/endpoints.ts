import { accountEndpoint } from '../../nodes/WebData/api/account/requests';
import { agentEndpoint } from '../../nodes/WebData/api/agent/requests';
import { batchScrapeEndpoint } from '../../nodes/WebData/api/batchScrape/job';
import {
	browserSessionEndpoint,
	sessionCodeEndpoint,
} from '../../nodes/WebData/api/browserSession/requests';
import { catalogEndpoint } from '../../nodes/WebData/api/catalog/catalogRequest';
import { crawlEndpoint } from '../../nodes/WebData/api/crawl/requests';
import type { Endpoint } from '../../nodes/WebData/api/errors/errorRow';
import { activityEndpoint } from '../../nodes/WebData/api/jobs/findStarted';
import { mapEndpoint } from '../../nodes/WebData/api/map/mapRequest';
import { monitorEndpoint } from '../../nodes/WebData/api/monitor/requests';
import { parseEndpoint } from '../../nodes/WebData/api/parse/parseRequest';
import {
	interactEndpoint,
	stopInteractEndpoint,
	storedScrapeEndpoint,
} from '../../nodes/WebData/api/scrape/interactRequest';
import { scrapeEndpoint } from '../../nodes/WebData/api/scrape/scrapeRequest';
import { searchEndpoint } from '../../nodes/WebData/api/search/searchRequest';

export const endpoints = {
	scrape: scrapeEndpoint,
	interact: interactEndpoint,
	stopInteract: stopInteractEndpoint,
	storedScrape: storedScrapeEndpoint,
	search: searchEndpoint,
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
	activity: activityEndpoint,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
