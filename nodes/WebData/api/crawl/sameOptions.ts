import { isObject, type JsonObject } from '../http/response';
import { contains } from '../monitor/sameMonitor';

/** Defaults of the service for options that the list of running crawls contains. */
const crawlDefaults: JsonObject = {
	includePaths: [],
	excludePaths: [],
	allowExternalLinks: false,
	allowSubdomains: false,
	ignoreRobotsTxt: false,
	sitemap: 'include',
	deduplicateSimilarURLs: true,
	ignoreQueryParameters: false,
	regexOnFullURL: false,
};

const scrapeDefaults: JsonObject = {
	formats: ['markdown'],
	onlyMainContent: true,
	waitFor: 0,
	mobile: false,
	fastMode: false,
	blockAds: true,
	lockdown: false,
};

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Compares only the fields that the service returns. */
const agrees = (stored: JsonObject, requested: JsonObject): boolean =>
	Object.entries(requested).every(
		([name, value]) =>
			stored[name] === undefined || contains({ [name]: stored[name] }, { [name]: value }),
	);

/** Whether a running crawl can have the options of a start request. With a prompt, the service adds options. */
export function hasSameOptions({ options }: JsonObject, body: JsonObject): boolean {
	if (!isObject(options)) return true;
	const { scrapeOptions, ...crawlOptions } = body;
	const defaults = body.prompt === undefined ? crawlDefaults : {};
	return (
		agrees(options, { ...defaults, ...crawlOptions }) &&
		agrees(objectOf(options.scrapeOptions), { ...scrapeDefaults, ...objectOf(scrapeOptions) })
	);
}
