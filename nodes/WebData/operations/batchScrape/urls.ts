import type { z } from 'zod';
import { batchScrapeOptions, urlSources } from '../../api/batchScrape/batchScrapeRequest';
import { urlKey } from '../../api/batchScrape/joinByUrl';
import type { ContractIssue } from '../../api/schema/issues';
import { pageUrlIssue } from '../../api/schema/url';

export const batchScrapeValues = batchScrapeOptions.extend(urlSources);

type UrlValues = Pick<z.infer<typeof batchScrapeValues>, keyof typeof urlSources>;

export interface RequestedUrl {
	url: string;
	item: number;
	/** Reason why the URL is invalid. Requests contain only valid URLs. */
	issue?: string;
}

const urlsOfItem = ({ urlsFrom, urls = [], itemUrl = '' }: UrlValues): string[] =>
	urlsFrom === 'items' ? [itemUrl] : urls;

export const requestedUrls = (batch: readonly UrlValues[]): RequestedUrl[] =>
	batch.flatMap((values, item) =>
		urlsOfItem(values).map((url) => ({ url, item, issue: pageUrlIssue(url) })),
	);

/** Returns the valid URLs without duplicates. */
export function urlsToSend(requested: readonly RequestedUrl[]): string[] {
	const byKey = new Map<string, string>();
	for (const { url, issue } of requested) {
		if (issue === undefined && !byKey.has(urlKey(url))) byKey.set(urlKey(url), url);
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
	const issues = urls.flatMap((url, index): ContractIssue[] => {
		const message = pageUrlIssue(url);
		return message === undefined ? [] : [{ path: ['urls', index], message }];
	});
	return ignoreInvalidURLs && issues.length < urls.length ? [] : issues;
}
