import type { Endpoint } from '../errors/errorRow';
import type { ApiRequest } from '../http/request';
import { dataOf, finiteNumber, isObject, type JsonObject } from '../http/response';

const ofPage = ['data', 'metadata', 'creditsUsed'];
const ofJob = ['creditsUsed'];

const creditFields: Partial<Record<Endpoint, readonly string[]>> = {
	scrape: ofPage,
	parse: ofPage,
	search: ['creditsUsed'],
	catalog: ['data', 'creditsCost'],
	agent: ofJob,
	crawl: ofJob,
	batchScrape: ofJob,
	monitor: ['data', 'actualCredits'],
	stopInteract: ['creditsBilled'],
	browserSession: ['creditsBilled'],
};

const PER_PAGE = 1;
const PER_TEN_RESULTS = 2;

const resultsIn = (answer: JsonObject): number =>
	Object.values(dataOf(answer)).reduce<number>(
		(sum, list) => sum + (Array.isArray(list) ? list.length : 0),
		0,
	);

const count = (value: unknown): number => Math.max(0, finiteNumber(value) ?? 0);

/** Lowest price of work whose credits the service does not report. A response to a map request never contains them. */
const lowestPrices: Partial<Record<Endpoint, (answer: JsonObject) => number>> = {
	map: () => PER_PAGE,
	scrape: () => PER_PAGE,
	parse: () => PER_PAGE,
	search: (answer) => PER_TEN_RESULTS * Math.ceil(resultsIn(answer) / 10),
	crawl: ({ completed }) => PER_PAGE * count(completed),
	batchScrape: ({ completed }) => PER_PAGE * count(completed),
};

/**
 * Returns the credits in a successful response. If they are missing, -1 (unknown), or not a finite number, returns the
 * lowest possible price.
 */
export function creditsOf(endpoint: Endpoint, answer: JsonObject): number {
	const credits = finiteNumber(
		creditFields[endpoint]?.reduce<unknown>(
			(value, name) => (isObject(value) ? value[name] : undefined),
			answer,
		),
	);
	const isReported = credits !== undefined && credits >= 0;
	return Math.min(
		isReported ? credits : (lowestPrices[endpoint]?.(answer) ?? 0),
		Number.MAX_SAFE_INTEGER,
	);
}

/** Whether a request may cost credits. Reads, cancel requests, and deletions are free. */
export const mayCost = ({ method, idempotency }: ApiRequest): boolean =>
	method === 'POST' && idempotency !== 'read';
