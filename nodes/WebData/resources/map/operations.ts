import { z } from 'zod';
import { defineRoute } from '../../client/request';
import { defineServiceRows } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { fullUrlConflicts } from '../../form/patterns';
import { finiteNumber, isObject, type JsonObject, omitUndefined, parseUrl } from '../../json/json';
import {
	defineOperation,
	defineResource,
	noticesOf,
	openObject,
	type OutputPart,
} from '../../operation/operation';
import { serviceWarning } from '../../page/notices';
import { DEFAULT_LIMIT, mapForm } from './form';

/** The specification does not document the errors of map requests. The open-source server returns them. */
export const mapRows = defineServiceRows({
	mapTimedOut: {
		status: 408,
		code: 'MAP_TIMEOUT',
		message: 'Map timed out',
		cause: "Finding the site's links took longer than the request timeout.",
		remedy:
			"Allow more time in {timeout}, set {sitemap} to 'Only', or set {url} to a section of the site.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	mapFailed: {
		status: 500,
		code: 'MAP_FAILED',
		preferServiceText: true,
		message: 'The map failed',
		cause: 'The service could not find any links on this site.',
		remedy: "Set {url} to another page of the site, or set {sitemap} to 'Only'.",
		retry: 'sometimes',
		possiblyExecuted: true,
	},
});

/** Timeout of a map request without the option `timeout`. */
const DEFAULT_TIMEOUT_MS = 300_000;

export const mapRoute = defineRoute('POST', 'map', {
	rateClass: 'map',
	idempotency: 'repeatable',
	errors: [
		...Object.values(mapRows),
		requestRows.needsRetention,
		requestRows.siteNotSupported,
		requestRows.threatProtectionRefused,
	],
	// The response does not contain the credits used. Some sites cost 1 credit per link.
	price: () => ({ least: 1, most: 1 }),
	serviceTimeoutMs: ({ timeout }) => finiteNumber(timeout) ?? DEFAULT_TIMEOUT_MS,
});

/** Returns an item per link. Older servers return each link as a URL string. */
function* linkParts({ links }: JsonObject): Generator<OutputPart, void> {
	if (!Array.isArray(links)) return;
	for (const entry of links as unknown[]) yield { json: isObject(entry) ? entry : { url: entry } };
}

const map = defineOperation({
	action: 'Map site',
	description: 'List the URLs of a website, one item per URL',
	toolDescription:
		'Lists the URLs of one website, each with its title if known. Use this tool to find the right page of a site before you scrape it. Needs the site URL. Returns only links, not page content. Usually costs 1 credit, but for some sites 1 credit per link.',
	toolDefaults: { limit: 100 },
	costs: true,
	form: mapForm,
	conflicts: (values) =>
		fullUrlConflicts(values, 'Remove the pattern, and filter the links in the output'),
	simplifies: true,
	output: openObject({
		url: z.string(),
		title: z.string(),
		description: z.string(),
	}),
	toRequest(values) {
		const { limit, ...fields } = mapForm.sent(values);
		return {
			route: mapRoute,
			body: omitUndefined({ ...fields, limit: limit === DEFAULT_LIMIT ? undefined : limit }),
		};
	},
	toOutput(answer, { simplify, sent }) {
		const limit = finiteNumber(sent.limit) ?? DEFAULT_LIMIT;
		const count = Array.isArray(answer.links) ? answer.links.length : 0;
		const isHomePage = parseUrl(String(sent.url))?.pathname === '/';
		return {
			parts: simplify ? linkParts(answer) : [{ json: answer }],
			notices: noticesOf(
				serviceWarning(answer),
				count === 0 && {
					text: 'No links were found',
					advice: isHomePage
						? 'Check that {url} opens in a browser, or use a crawl'
						: 'Check {url}, or use the URL of the home page',
					warns: true,
				},
				count >= limit && {
					text: `The number of links reached the limit of ${limit}, so the site may contain more links`,
					advice: 'To get more links, increase {limit}',
				},
			),
		};
	},
});

export const mapResource = defineResource({
	value: 'map',
	description: 'URLs of a website',
	operations: { map },
});
