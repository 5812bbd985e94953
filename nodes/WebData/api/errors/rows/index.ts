import type { ServiceRow } from '../errorRow';
import { accountRows } from './account';
import { agentRows } from './agent';
import { browserSessionServiceRows } from './browserSession';
import { catalogRows } from './catalog';
import { crawlRows } from './crawl';
import { gatewayRows } from './gateway';
import { generalRows } from './general';
import { interactServiceRows } from './interact';
import { pageJobServiceRows } from './pageJob';
import { mapRows } from './map';
import { monitorRows } from './monitor';
import { parseRows } from './parse';
import { scrapeRows } from './scrape';
import { scrapeFailedRows } from './scrapeFailed';
import { searchRows } from './search';

const allRows = [
	...gatewayRows,
	...accountRows,
	...searchRows,
	...mapRows,
	...parseRows,
	...monitorRows,
	...agentRows,
	...scrapeRows,
	...scrapeFailedRows,
	...catalogRows,
	...interactServiceRows,
	...browserSessionServiceRows,
	...crawlRows,
	...pageJobServiceRows,
	...generalRows,
] as const;

export type ServiceErrorId = (typeof allRows)[number]['id'];

/**
 * Error rows for responses from the service. The first match applies, and rows with a code come first. See "General
 * errors", "Errors of POST /v2/scrape", and "Agent errors" in the specification.
 */
export const serviceRows: readonly (ServiceRow & { id: ServiceErrorId })[] = [
	...allRows.filter((row) => 'code' in row),
	...allRows.filter((row) => !('code' in row)),
];
