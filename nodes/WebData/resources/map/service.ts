import { z } from 'zod';
import { defineServiceRows, type Endpoint } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { openObject } from '../../form/values';
import { isObject, type JsonObject } from '../../json/json';

/** The specification does not document the errors of map requests. These errors were observed in the live API. */
export const mapRows = defineServiceRows({
	mapTimedOut: {
		table: 'observed',
		status: 408,
		code: 'MAP_TIMEOUT',
		message: 'Map timed out',
		cause: "Finding the site's links took longer than the request timeout.",
		remedy:
			"Allow more time, or map a smaller part of the site. Increase {timeout}. Enter a longer path in {url}. Set {sitemap} to 'Only'.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
});

export const mapEndpoint: Endpoint = {
	errors: [
		...Object.values(mapRows),
		requestRows.needsRetention,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
	],
	// The response contains no credits.
	lowestPrice: () => 1,
};

export const link = openObject({
	url: z.string(),
	title: z.string(),
	description: z.string(),
});

/** Returns the links in a map response as objects. Older servers return each link as a URL string. */
export function* linksIn({ links }: JsonObject): Generator<JsonObject, void> {
	if (!Array.isArray(links)) return;
	for (const entry of links as unknown[]) yield isObject(entry) ? entry : { url: entry };
}
