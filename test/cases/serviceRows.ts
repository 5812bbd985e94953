import type { ServiceRow } from '../../nodes/WebData/api/errors/errorRow';
import { accountRows } from '../../nodes/WebData/api/errors/rows/account';
import { agentRows } from '../../nodes/WebData/api/errors/rows/agent';
import { batchScrapeRows } from '../../nodes/WebData/api/errors/rows/batchScrape';
import { browserSessionServiceRows } from '../../nodes/WebData/api/errors/rows/browserSession';
import { catalogRows } from '../../nodes/WebData/api/errors/rows/catalog';
import { crawlRows } from '../../nodes/WebData/api/errors/rows/crawl';
import { gatewayRows } from '../../nodes/WebData/api/errors/rows/gateway';
import { generalRows } from '../../nodes/WebData/api/errors/rows/general';
import { interactServiceRows } from '../../nodes/WebData/api/errors/rows/interact';
import { keyRows } from '../../nodes/WebData/api/errors/rows/job';
import { mapRows } from '../../nodes/WebData/api/errors/rows/map';
import { monitorRows } from '../../nodes/WebData/api/errors/rows/monitor';
import { activityRows, pageJobServiceRows } from '../../nodes/WebData/api/errors/rows/pageJob';
import { parseRows } from '../../nodes/WebData/api/errors/rows/parse';
import { requestRows, scrapeRows } from '../../nodes/WebData/api/errors/rows/scrape';
import { scrapeFailedRows } from '../../nodes/WebData/api/errors/rows/scrapeFailed';
import { searchRows } from '../../nodes/WebData/api/errors/rows/search';

const { needsRetention, profileInUse, ...ofRequests } = requestRows;
const { featureNotEnabled, ...ofScrapes } = scrapeRows;

const tables: readonly Record<string, ServiceRow>[] = [
	...[gatewayRows, accountRows, searchRows, mapRows, { needsRetention }, parseRows, monitorRows],
	...[agentRows, ofRequests, ofScrapes, scrapeFailedRows, catalogRows, { featureNotEnabled }],
	...[interactServiceRows, { profileInUse }, browserSessionServiceRows, crawlRows, keyRows],
	...[pageJobServiceRows, batchScrapeRows, activityRows, generalRows],
];

const allRows = tables.flatMap((rows) => Object.values(rows));

/** All error rows for responses from the service, in the order of `docs/errors.md`: rows with a code come first. */
export const serviceRows: readonly ServiceRow[] = [
	...allRows.filter(({ code }) => code !== undefined),
	...allRows.filter(({ code }) => code === undefined),
];
