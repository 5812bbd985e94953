import type { ServiceRow } from '../../nodes/WebData/errors/row';
import { generalRows } from '../../nodes/WebData/errors/rows/general';
import { activityRows, pageJobServiceRows } from '../../nodes/WebData/errors/rows/pageJob';
import { gatewayRows } from '../../nodes/WebData/errors/rows/response';
import { requestRows, scrapeRows } from '../../nodes/WebData/errors/rows/scrape';
import { scrapeFailedRows } from '../../nodes/WebData/errors/rows/scrapeFailed';
import { accountRows } from '../../nodes/WebData/resources/account/operations';
import { agentRows } from '../../nodes/WebData/resources/agent/errors';
import { batchScrapeRows } from '../../nodes/WebData/resources/batchScrape/run';
import { browserSessionServiceRows } from '../../nodes/WebData/resources/browserSession/service';
import { catalogRows } from '../../nodes/WebData/resources/catalog/service';
import { crawlRows } from '../../nodes/WebData/resources/crawl/service';
import { mapRows } from '../../nodes/WebData/resources/map/operations';
import { monitorRows } from '../../nodes/WebData/resources/monitor/errors';
import { parseRows } from '../../nodes/WebData/resources/parse/errors';
import { interactServiceRows } from '../../nodes/WebData/resources/scrape/service';
import { paperRows, searchRows } from '../../nodes/WebData/resources/search/service';

const { needsRetention, profileInUse, ...ofRequests } = requestRows;
const { featureNotEnabled, ...ofScrapes } = scrapeRows;

const tables: readonly Record<string, ServiceRow>[] = [
	...[
		gatewayRows,
		accountRows,
		searchRows,
		paperRows,
		mapRows,
		{ needsRetention },
		parseRows,
		monitorRows,
	],
	...[agentRows, ofRequests, ofScrapes, scrapeFailedRows, catalogRows, { featureNotEnabled }],
	...[interactServiceRows, { profileInUse }, browserSessionServiceRows, crawlRows],
	...[pageJobServiceRows, batchScrapeRows, activityRows, generalRows],
];

const allRows = tables.flatMap((rows) => Object.values(rows));

/** All error rows for responses from the service, in the order of `docs/reference/errors.md`: rows with a code come first. */
export const serviceRows: readonly ServiceRow[] = [
	...allRows.filter(({ code }) => code !== undefined),
	...allRows.filter(({ code }) => code === undefined),
];
