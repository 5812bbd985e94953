import { z } from 'zod';
import { crawlRequest, crawlScrapeOptions } from '../../api/crawl/crawlRequest';
import { crawlJob } from '../../api/crawl/job';
import { patternConflicts } from '../../api/crawl/pathPattern';
import type { ApiRequest } from '../../api/http/request';
import type { JsonObject } from '../../api/http/response';
import type { ContractIssue } from '../../api/schema/issues';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	toScrapeOptions,
} from '../common/scrapeOptions/optionValues';

export const startValues = crawlRequest.extend({
	scrapeOptions: crawlScrapeOptions.extend(formOnlyOptions).strict().optional(),
	sendIdempotencyKey: z.boolean().default(false),
});

type StartValues = z.infer<typeof startValues>;

const isLeftOut = (value: unknown): boolean =>
	value === undefined || JSON.stringify(value) === '{}';

const toBody = ({
	scrapeOptions,
	...rest
}: Omit<StartValues, 'sendIdempotencyKey'>): JsonObject => {
	const body: JsonObject = {
		...rest,
		scrapeOptions: scrapeOptions && toScrapeOptions(scrapeOptions),
	};
	return Object.fromEntries(Object.entries(body).filter(([, value]) => !isLeftOut(value)));
};

export function toStartRequest({ sendIdempotencyKey, ...values }: StartValues): ApiRequest {
	const request = crawlJob.start(toBody(values));
	return sendIdempotencyKey ? { ...request, uuidKeyHeader: 'x-idempotency-key' } : request;
}

export function startConflicts(values: StartValues): ContractIssue[] {
	const { scrapeOptions = {}, zeroDataRetention } = values;
	const ofPages = scrapeOptionConflicts({ ...scrapeOptions, zeroDataRetention });
	return [
		...patternConflicts(values),
		...ofPages.map(({ path, message }) => ({ path: ['scrapeOptions', ...path], message })),
	];
}
