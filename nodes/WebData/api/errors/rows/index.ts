import type { IdentifiedRow } from '../failure';
import type { ServiceRow } from '../errorRow';
import { accountRows } from './account';
import { agentRows } from './agent';
import { browserSessionServiceRows } from './browserSession';
import { catalogRows } from './catalog';
import { crawlRows } from './crawl';
import { generalRows } from './general';
import { interactServiceRows } from './interact';
import { pageJobServiceRows } from './pageJob';
import { mapRows } from './map';
import { monitorRows } from './monitor';
import { parseRows } from './parse';
import { scrapeRows } from './scrape';
import { scrapeFailedRows } from './scrapeFailed';
import { searchRows } from './search';

type IdentifiedServiceRow = ServiceRow & IdentifiedRow;

const allRows: readonly IdentifiedServiceRow[] = [
	...accountRows,
	...searchRows,
	...mapRows,
	...parseRows,
	...monitorRows,
	...scrapeRows,
	...scrapeFailedRows,
	...catalogRows,
	...agentRows,
	...interactServiceRows,
	...browserSessionServiceRows,
	...crawlRows,
	...pageJobServiceRows,
	...generalRows,
];

/**
 * Error rows for responses from the service; the first match applies. Rows with a code precede the others, because a
 * code is more specific than an error text. See "General errors", "Errors of POST /v2/scrape" and "Agent errors" in the
 * specification.
 */
export const serviceRows: readonly IdentifiedServiceRow[] = [
	...allRows.filter(({ code }) => code !== undefined),
	...allRows.filter(({ code }) => code === undefined),
];
