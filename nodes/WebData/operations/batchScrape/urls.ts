import type { z } from 'zod';
import { batchScrapeOptions, urlIssue, urlSources } from '../../api/batchScrape/batchScrapeRequest';
import { urlKey } from '../../api/batchScrape/joinByUrl';
import type { ContractIssue } from '../../api/schema/issues';

export const batchScrapeValues = batchScrapeOptions.extend(urlSources);

type UrlValues = Pick<z.infer<typeof batchScrapeValues>, keyof typeof urlSources>;

/** A URL that an input item requests. */
export interface RequestedUrl {
	url: string;
	/** Index of the item in the batch. */
	item: number;
	/** Reason why the URL is invalid. Invalid URLs are not sent. */
	issue?: string;
}

const urlsOfItem = ({ urlsFrom, urls = [], itemUrl = '' }: UrlValues): string[] =>
	urlsFrom === 'items' ? [itemUrl] : urls;

/** Returns the URLs of all items, in the order of the items and their lists. */
export const requestedUrls = (batch: readonly UrlValues[]): RequestedUrl[] =>
	batch.flatMap((values, item) =>
		urlsOfItem(values).map((url) => ({ url, item, issue: urlIssue(url) })),
	);

/** Returns each valid URL once. */
export function urlsToSend(requested: readonly RequestedUrl[]): string[] {
	const byKey = new Map<string, string>();
	for (const { url, issue } of requested) {
		if (issue === undefined && !byKey.has(urlKey(url))) byKey.set(urlKey(url), url);
	}
	return [...byKey.values()];
}

/**
 * Returns the issues with the URLs in the form. With `ignoreInvalidURLs`, invalid URLs in a list are reported only if
 * all URLs are invalid.
 */
export function urlConflicts(values: UrlValues & { ignoreInvalidURLs: boolean }): ContractIssue[] {
	const { urlsFrom, urls = [], itemUrl, ignoreInvalidURLs } = values;
	if (urlsFrom === 'items') {
		return itemUrl === undefined ? [{ path: ['itemUrl'], message: 'is required' }] : [];
	}
	if (urls.length === 0) return [{ path: ['urls'], message: 'is required' }];
	const issues = urls.flatMap((url, index): ContractIssue[] => {
		const message = urlIssue(url);
		return message === undefined ? [] : [{ path: ['urls', index], message }];
	});
	return ignoreInvalidURLs && issues.length < urls.length ? [] : issues;
}
