import type { z } from 'zod';
import { batchScrapeOptions, urlSources } from '../../api/batchScrape/batchScrapeRequest';
import { urlKey } from '../../api/batchScrape/joinByUrl';
import type { ContractIssue } from '../../api/schema/issues';
import { pageUrlIssue } from '../../api/schema/url';
import { formOnlyOptions } from '../common/scrapeOptions/optionValues';

export const batchScrapeValues = batchScrapeOptions.extend(urlSources);

export const startValues = batchScrapeValues.extend(formOnlyOptions);

export type StartValues = z.infer<typeof startValues>;

type UrlValues = Pick<z.infer<typeof batchScrapeValues>, keyof typeof urlSources>;

interface CheckedUrl {
	url: string;
	/** Reason why the URL is invalid. Requests contain only valid URLs. */
	issue?: string;
	/** Equal for different spellings of a valid URL. */
	key: string;
}

export interface RequestedUrl extends CheckedUrl {
	item: number;
}

const urlsOfItem = ({ urlsFrom, urls = [], itemUrl = '' }: UrlValues): string[] =>
	urlsFrom === 'items' ? [itemUrl] : urls;

function checkUrls(values: UrlValues): CheckedUrl[] {
	return urlsOfItem(values).map((url) => {
		const issue = pageUrlIssue(url);
		return { url, issue, key: issue === undefined ? urlKey(url) : url };
	});
}

/** The check, the request, and the output need the same URLs. Parsing 10,000 URLs takes up to 20 ms. */
const knownUrls = new WeakMap<UrlValues, CheckedUrl[]>();

function checkedUrls(values: UrlValues): CheckedUrl[] {
	const urls = knownUrls.get(values) ?? checkUrls(values);
	knownUrls.set(values, urls);
	return urls;
}

export const requestedUrls = (batch: readonly UrlValues[]): RequestedUrl[] =>
	batch.flatMap((values, item) => checkedUrls(values).map((url) => ({ ...url, item })));

/** Returns the valid URLs without duplicates. */
export function urlsToSend(batch: readonly UrlValues[]): string[] {
	const byKey = new Map<string, string>();
	for (const values of batch) {
		for (const { url, issue, key } of checkedUrls(values)) {
			if (issue === undefined && !byKey.has(key)) byKey.set(key, url);
		}
	}
	return [...byKey.values()];
}

/** `ignoreInvalidURLs` applies only if the list contains at least one valid URL. */
export function urlConflicts(values: UrlValues & { ignoreInvalidURLs: boolean }): ContractIssue[] {
	const { urlsFrom, urls = [], itemUrl, ignoreInvalidURLs } = values;
	if (urlsFrom === 'items') {
		return itemUrl === undefined ? [{ path: ['itemUrl'], message: 'is required' }] : [];
	}
	if (urls.length === 0) return [{ path: ['urls'], message: 'is required' }];
	const issues = checkedUrls(values).flatMap(({ issue: message }, index): ContractIssue[] =>
		message === undefined ? [] : [{ path: ['urls', index], message }],
	);
	return ignoreInvalidURLs && issues.length < urls.length ? [] : issues;
}
