import { activityRoute } from '../../nodes/WebData/client/jobs/find';
import type { PageJob } from '../../nodes/WebData/client/jobs/pages';
import type { Route } from '../../nodes/WebData/client/request';
import { accountRoutes } from '../../nodes/WebData/resources/account/operations';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import { batchScrapeJob, batchScrapeRoute } from '../../nodes/WebData/resources/batchScrape/run';
import { sessionRoutes } from '../../nodes/WebData/resources/browserSession/service';
import { catalogRoutes } from '../../nodes/WebData/resources/catalog/service';
import { crawlJob } from '../../nodes/WebData/resources/crawl/job';
import { crawlRoutes } from '../../nodes/WebData/resources/crawl/service';
import { mapRoute } from '../../nodes/WebData/resources/map/operations';
import { monitorRoutes } from '../../nodes/WebData/resources/monitor/service';
import { formatsRoute } from '../../nodes/WebData/resources/parse/files';
import { parseRoute } from '../../nodes/WebData/resources/parse/operations';
import { scrapeRoutes } from '../../nodes/WebData/resources/scrape/service';
import { paperRoutes, searchRoute } from '../../nodes/WebData/resources/search/service';

/** Routes by the name of their resource, or by a name of their own if they have errors of their own. */
export const routes = {
	scrape: scrapeRoutes.scrape,
	interact: scrapeRoutes.interact,
	stopInteract: scrapeRoutes.stopInteract,
	storedScrape: scrapeRoutes.get,
	search: searchRoute,
	paper: paperRoutes.search,
	map: mapRoute,
	parse: parseRoute,
	crawl: crawlRoutes.start,
	batchScrape: batchScrapeRoute,
	agent: agentRoutes.start,
	catalog: catalogRoutes.call,
	monitor: monitorRoutes.get,
	browserSession: sessionRoutes.create,
	sessionCode: sessionRoutes.execute,
	account: accountRoutes.creditUsage,
	concurrency: accountRoutes.concurrency,
	activity: activityRoute,
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

const routesOf = ({ poll, pages, errors, cancel }: PageJob): Route[] =>
	[poll, pages, errors, cancel].map((toRequest) => toRequest('').route);

export const allRoutes: readonly Route[] = [
	...Object.values(routes),
	...[accountRoutes, agentRoutes, catalogRoutes, crawlRoutes, monitorRoutes].flatMap(
		(ofResource): Route[] => Object.values(ofResource),
	),
	...[scrapeRoutes, sessionRoutes, paperRoutes].flatMap((ofResource): Route[] =>
		Object.values(ofResource),
	),
	...[crawlJob, batchScrapeJob].flatMap(routesOf),
	formatsRoute,
];
