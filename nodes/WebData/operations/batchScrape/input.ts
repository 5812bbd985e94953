import { batchScrapeJob } from '../../api/batchScrape/job';
import type { ApiRequest } from '../../api/http/request';
import type { ContractIssue } from '../../api/schema/issues';
import { scrapeOptionConflicts, toScrapeOptions } from '../common/scrapeOptions/optionValues';
import { urlConflicts, urlsToSend, type StartValues } from './urls';

export const startConflicts = (values: StartValues): ContractIssue[] => [
	...urlConflicts(values),
	...scrapeOptionConflicts(values),
];

/** Returns a key that is equal for items whose URLs can be scraped in one job. */
export function batchKey({ itemUrl: _url, ...values }: StartValues): string | undefined {
	return values.urlsFrom === 'items' ? JSON.stringify(values) : undefined;
}

export function toStartRequest(values: StartValues, batch: readonly StartValues[]): ApiRequest {
	const { urlsFrom: _from, urls: _urls, itemUrl: _url, ...options } = values;
	const urls = urlsToSend(batch);
	return batchScrapeJob.start({ urls, ...toScrapeOptions(options) });
}
