import type { z } from 'zod';
import { batchScrapeJob } from '../../api/batchScrape/job';
import type { ApiRequest } from '../../api/http/request';
import type { ContractIssue } from '../../api/schema/issues';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	toScrapeOptions,
} from '../common/scrapeOptions/optionValues';
import { batchScrapeValues, urlConflicts, urlsToSend } from './urls';

export const startValues = batchScrapeValues.extend(formOnlyOptions);

export type StartValues = z.infer<typeof startValues>;

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
