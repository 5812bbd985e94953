import { z } from 'zod';
import type { ApiRequest } from '../../client/request';
import { defineServiceRows, type Endpoint } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { openObject } from '../../operation/body';
import { isObject, type JsonObject, omitUndefined } from '../../json/json';
import { parseUrl } from '../../json/url';
import { defineOperation, type Resource } from '../../operation/operation';
import { type Notice, noticesOf, type OutputPart } from '../../operation/output';
import { serviceWarning } from '../../page/notices';
import { fullUrlConflicts } from '../../form/patterns';
import { DEFAULT_LIMIT, mapForm } from './form';

/** The specification does not document the errors of map requests. The open-source server returns them. */
export const mapRows = defineServiceRows({
	mapTimedOut: {
		table: 'observed',
		status: 408,
		code: 'MAP_TIMEOUT',
		message: 'Map timed out',
		cause: "Finding the site's links took longer than the request timeout.",
		remedy: "Increase {timeout}, set {sitemap} to 'Only', or set {url} to a section of the site.",
		retry: 'backoff',
		possiblyExecuted: true,
	},
	mapFailed: {
		table: 'observed',
		status: 500,
		code: 'MAP_FAILED',
		preferServiceText: true,
		message: 'The map failed',
		cause: 'The service could not find the links of this site.',
		remedy: "Set {url} to another page of the site, or set {sitemap} to 'Only'.",
		retry: 'sometimes',
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
	// The response does not contain the credits used, so each map counts as 1 credit.
	lowestPrice: () => 1,
};

const link = openObject({
	url: z.string(),
	title: z.string(),
	description: z.string(),
});

/** Returns the links in a map response as objects. Older servers return each link as a URL string. */
export function* linksIn({ links }: JsonObject): Generator<JsonObject, void> {
	if (!Array.isArray(links)) return;
	for (const entry of links as unknown[]) yield isObject(entry) ? entry : { url: entry };
}

/** Timeout of a map request without the option `timeout`. */
const DEFAULT_TIMEOUT_MS = 300_000;

type FormValues = z.infer<typeof mapForm.input>;

function toBody(values: FormValues): JsonObject {
	const { limit, ...fields } = mapForm.sent(values);
	return omitUndefined({ ...fields, limit: limit === DEFAULT_LIMIT ? undefined : limit });
}

const toRequest = (values: FormValues): ApiRequest => ({
	endpoint: mapEndpoint,
	method: 'POST',
	path: ['map'],
	body: toBody(values),
	idempotency: 'repeatable',
	serviceTimeoutMs: ({ timeout }) => (typeof timeout === 'number' ? timeout : DEFAULT_TIMEOUT_MS),
});

const isHomePage = (url: string): boolean => parseUrl(url)?.pathname === '/';

const noLinks = (url: string): Notice => ({
	...(isHomePage(url)
		? { kind: 'noLinksAtHome', advice: 'Check that {url} opens in a browser, or use a crawl' }
		: { kind: 'noLinks', advice: 'Check {url}, or use the URL of the home page' }),
	text: 'No links were found, so the output contains no items',
	warns: true,
});

const linkLimitReached = (limit: number): Notice => ({
	kind: 'limitReached',
	text: `Returned ${limit} links, which is the limit, so the site may contain more links`,
	advice: 'To get more links, increase {limit}',
});

function mapNotices(answer: JsonObject, { url, limit = DEFAULT_LIMIT }: FormValues): Notice[] {
	const count = Array.isArray(answer.links) ? answer.links.length : 0;
	return noticesOf(
		serviceWarning(answer),
		count === 0 && noLinks(url),
		count >= limit && linkLimitReached(limit),
	);
}

function* linkParts(answer: JsonObject): Generator<OutputPart, void> {
	for (const json of linksIn(answer)) yield { json };
}

const map = defineOperation({
	value: 'map',
	name: 'Map',
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
	output: link,
	toRequest,
	toOutput: (answer, { simplify, merged }) => ({
		parts: simplify ? linkParts(answer) : [{ json: answer }],
		notices: mapNotices(answer, merged),
	}),
});

export const mapResource: Resource = {
	value: 'map',
	name: 'Map',
	description: 'URLs of a website',
	defaultOperation: 'map',
	operations: [map],
};
