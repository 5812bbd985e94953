import { responseRows } from '../../nodes/WebData/api/errors/rows/response';
import {
	failureOfCatalogCall,
	missingCallFailure,
} from '../../nodes/WebData/api/catalog/callError';
import type { ErrorRow } from '../../nodes/WebData/api/errors/errorRow';
import { browserSessionRows } from '../../nodes/WebData/api/errors/rows/browserSession';
import { interactRows } from '../../nodes/WebData/api/errors/rows/interact';
import { checkRows } from '../../nodes/WebData/api/errors/rows/monitor';
import { pageRows } from '../../nodes/WebData/api/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/api/errors/rows/pageJob';
import { jobRowsFor, withJobName } from '../../nodes/WebData/api/jobs/jobRows';
import type { Endpoint } from '../../nodes/WebData/api/errors/errorRow';
import { serviceRows } from '../../nodes/WebData/api/errors/rows';
import { fallbackRows } from '../../nodes/WebData/api/errors/rows/fallback';
import { creditRows } from '../../nodes/WebData/api/errors/rows/credits';
import { rateLimitRows } from '../../nodes/WebData/api/errors/rows/rateLimit';
import { traceRows } from '../../nodes/WebData/api/errors/rows/trace';
import { transportRows } from '../../nodes/WebData/api/errors/rows/transport';
import { resources } from '../../nodes/WebData/operations';
import type { Operation } from '../../nodes/WebData/operations/operation';

export type Texts = Pick<ErrorRow, 'message' | 'cause' | 'remedy'> & { status?: number };

const commonRows: Record<string, Texts> = {
	...Object.fromEntries(Object.values(fallbackRows).map((row) => [row.id, row])),
	...responseRows,
	...transportRows,
	...rateLimitRows,
	...creditRows,
};
const {
	startUnsettled,
	noJobId,
	jobGone,
	jobCancelled: _cancelled,
	startNotFound: _lost,
	...ofEnds
} = jobRowsFor('agent run');
const startRows = { startUnsettled, noJobId };
const followRows = { ...traceRows, ...ofEnds };
/** Scrape errors that searches, file parsing, and monitor operations cannot return. */
const ofOtherFormats = [
	'audioNotSupported',
	'brandingNotSupported',
	'mediaAccessDenied',
	'unsupportedFile',
	'videoNotSupported',
];
function ofPageJob(job: string, never: readonly string[] = []) {
	const rows = jobRowsFor(job);
	const {
		startNotFound,
		startUnsettled: unsettled,
		noJobId: withoutId,
		jobGone: gone,
		...ends
	} = rows;
	const pages = Object.entries(failedPageRows)
		.filter(([id]) => !never.includes(id))
		.map(([id, row]) => [id, withJobName(row, job)]);
	return {
		start: { startNotFound, startUnsettled: unsettled, noJobId: withoutId },
		end: { ...ends, ...pageRows, ...(Object.fromEntries(pages) as Record<string, Texts>) },
		gone: { jobGone: gone },
	};
}
const crawl = ofPageJob('crawl', ['urlNotSent']);
const batch = ofPageJob('batch scrape', ['pageExcluded']);
const urlNotSent = withJobName(failedPageRows.urlNotSent, 'batch scrape');
/** Only the Create operation of a browser session sends a profile. */
const ofSessionForm = ['profileInUse'];
const { sessionUnsettled, noSessionId, codeUnsettled } = browserSessionRows;
const callRows = { callMissing: missingCallFailure, callFailed: failureOfCatalogCall({}) };

interface ReachableRows {
	endpoint: Endpoint;
	own?: Record<string, Texts>;
	/** IDs of the endpoint's errors that the operation cannot return. */
	never?: readonly string[];
}

export const rowsByOperation: Record<string, ReachableRows> = {
	'account.getActivity': { endpoint: 'account' },
	'account.getConcurrency': { endpoint: 'account' },
	'account.getCreditHistory': { endpoint: 'account' },
	'account.getCreditUsage': { endpoint: 'account' },
	'account.getQueueStatus': { endpoint: 'account' },
	'agent.cancel': { endpoint: 'agent' },
	'agent.get': { endpoint: 'agent' },
	'agent.getSnapshot': { endpoint: 'agent' },
	'agent.getTrace': { endpoint: 'agent' },
	'agent.run': { endpoint: 'agent', own: { ...startRows, jobGone, ...followRows } },
	'agent.start': { endpoint: 'agent', own: startRows },
	'agent.wait': { endpoint: 'agent', own: followRows },
	'batchScrape.cancel': { endpoint: 'batchScrape' },
	'batchScrape.get': { endpoint: 'batchScrape' },
	'batchScrape.getErrors': { endpoint: 'batchScrape' },
	'batchScrape.getPages': { endpoint: 'batchScrape', own: pageRows },
	'batchScrape.run': {
		endpoint: 'batchScrape',
		own: { ...batch.start, ...batch.gone, ...batch.end },
	},
	'batchScrape.start': { endpoint: 'batchScrape', own: { ...batch.start, urlNotSent } },
	'batchScrape.wait': { endpoint: 'batchScrape', own: batch.end },
	'browserSession.create': {
		endpoint: 'browserSession',
		own: { sessionUnsettled, noSessionId },
	},
	'browserSession.delete': { endpoint: 'browserSession', never: ofSessionForm },
	'browserSession.execute': {
		endpoint: 'sessionCode',
		never: ofSessionForm,
		own: { codeUnsettled },
	},
	'browserSession.getAll': { endpoint: 'browserSession', never: ofSessionForm },
	'catalog.call': { endpoint: 'catalog', own: callRows },
	'crawl.cancel': { endpoint: 'crawl' },
	'crawl.get': { endpoint: 'crawl' },
	'crawl.getAll': { endpoint: 'crawl' },
	'crawl.getErrors': { endpoint: 'crawl' },
	'crawl.getPages': { endpoint: 'crawl', own: pageRows },
	'crawl.previewParams': { endpoint: 'crawl' },
	'crawl.run': {
		endpoint: 'crawl',
		own: { ...crawl.start, ...crawl.gone, ...crawl.end },
	},
	'crawl.start': { endpoint: 'crawl', own: crawl.start },
	'crawl.wait': { endpoint: 'crawl', own: crawl.end },
	'map.map': { endpoint: 'map' },
	'monitor.create': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.delete': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.get': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.getAll': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.getCheck': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.getChecks': { endpoint: 'monitor', never: ofOtherFormats },
	'monitor.run': { endpoint: 'monitor', never: ofOtherFormats, own: checkRows },
	'monitor.update': { endpoint: 'monitor', never: ofOtherFormats },
	'parse.parse': { endpoint: 'parse', never: ofOtherFormats },
	'scrape.get': { endpoint: 'storedScrape', own: pageRows },
	'scrape.interact': { endpoint: 'interact', own: interactRows },
	'scrape.scrape': { endpoint: 'scrape', own: pageRows },
	'scrape.stopInteract': { endpoint: 'stopInteract' },
	'search.search': { endpoint: 'search', never: ofOtherFormats },
};

/** Returns the error texts of an operation. The keys are error IDs. */
export function rowsFor(name: string): Record<string, Texts> {
	const { endpoint = 'scrape', own, never = [] } = rowsByOperation[name] ?? {};
	const reaching = serviceRows.filter(
		({ id, endpoints }) =>
			!never.includes(id) && (endpoints === undefined || endpoints.includes(endpoint)),
	);
	return { ...Object.fromEntries(reaching.map((row) => [row.id, row])), ...commonRows, ...own };
}

export const operations = resources.flatMap((resource) =>
	resource.operations.map((operation): [string, Operation] => [
		`${resource.value}.${operation.value}`,
		operation,
	]),
);
