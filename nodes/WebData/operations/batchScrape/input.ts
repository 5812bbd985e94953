import type { z } from 'zod';
import { batchScrapeJob } from '../../api/batchScrape/job';
import type { ApiRequest } from '../../api/http/request';
import type { ContractIssue } from '../../api/schema/issues';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	toScrapeOptions,
} from '../common/scrapeOptions/optionValues';
import { batchScrapeValues, requestedUrls, urlConflicts, urlsToSend } from './urls';

export const startValues = batchScrapeValues.extend(formOnlyOptions);

export type StartValues = z.infer<typeof startValues>;

export const startConflicts = (values: StartValues): ContractIssue[] => [
	...urlConflicts(values),
	...scrapeOptionConflicts(values),
];

/**
 * Returns equal keys for items with equal options, so that one job scrapes the URLs of these items. Returns `undefined`
 * for an item with its own list of URLs.
 */
export function batchKey({ itemUrl: _url, ...values }: StartValues): string | undefined {
	return values.urlsFrom === 'items' ? JSON.stringify(values) : undefined;
}

export function toStartRequest(values: StartValues, batch: readonly StartValues[]): ApiRequest {
	const { urlsFrom: _from, urls: _urls, itemUrl: _url, ...options } = values;
	const urls = urlsToSend(requestedUrls(batch));
	return batchScrapeJob.start({ urls, ...toScrapeOptions(options) });
}
