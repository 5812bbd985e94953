import type { Endpoint } from '../errors/errorRow';
import type { ApiRequest } from '../http/request';
import { isObject, type JsonObject } from '../http/response';

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

/** The response to a map request does not contain the number of credits. */
const CREDITS_OF_MAP = 1;

/** Returns the credits in a successful response, or undefined if the number is missing or -1 (unknown). */
export function creditsOf(endpoint: Endpoint, answer: JsonObject): number | undefined {
	if (endpoint === 'map') return CREDITS_OF_MAP;
	const credits = creditFields[endpoint]?.reduce<unknown>(
		(value, name) => (isObject(value) ? value[name] : undefined),
		answer,
	);
	return typeof credits === 'number' && credits >= 0 ? credits : undefined;
}

/** Whether a request may cost credits. Reads, cancel requests, and deletions are free. */
export const mayCost = ({ method, idempotency }: ApiRequest): boolean =>
	method === 'POST' && idempotency !== 'read';
