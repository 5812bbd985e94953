import { type FailedPage, failureOfAllPages, failureOfUrl } from '../../client/jobs/failedPages';
import { type JsonObject, nonEmptyText } from '../../json/json';
import { jobNotices } from '../../operation/notices';
import type { Notice, OutputPart } from '../../operation/output';
import { type PageContext, pageNotices } from '../../page/notices';
import { asFailedItem, tellSucceeded } from '../../pageJob/form';
import {
	endedJobNotices,
	failedPageNotices,
	noticesOfPages,
	pageCount,
} from '../../pageJob/notices';
import {
	failedPageJson,
	hasPages,
	jobPagePart,
	type PageJobValues,
	statusPart,
	succeededCount,
} from '../../pageJob/output';
import { type RequestedUrl, requestedUrls, type StartValues } from './form';
import { batchOutcomes, invalidUrl, type UrlOutcome } from './outcomes';
import { type BatchPart, batchScrapeJob, partsIn } from './run';

type RunValues = StartValues & PageJobValues;

interface RequestedOutcome extends RequestedUrl {
	outcome: UrlOutcome;
}

interface Outcomes {
	requested: RequestedOutcome[];
	unmatched: JsonObject[];
}

const unknownUrl = (url: string): UrlOutcome => {
	const failure = failureOfUrl(batchScrapeJob.name, 'pageMissing', { url });
	return { failedPage: { url, message: failure.message }, failure };
};

/** The output and the notices of a response need the same outcomes. */
const knownOutcomes = new WeakMap<JsonObject, Outcomes>();

function outcomesOf(answer: JsonObject, batch: readonly StartValues[]): Outcomes {
	const outcomes = knownOutcomes.get(answer) ?? findOutcomes(answer, batch);
	knownOutcomes.set(answer, outcomes);
	return outcomes;
}

function findOutcomes(answer: JsonObject, batch: readonly StartValues[]): Outcomes {
	const outcomes = batchOutcomes(partsIn(answer), batch[0]?.appendToId !== undefined);
	const requested = requestedUrls(batch).map((each) => ({
		...each,
		outcome:
			each.issue === undefined
				? (outcomes.of(each.key) ?? unknownUrl(each.url))
				: invalidUrl(each.url, each.issue),
	}));
	return { requested, unmatched: outcomes.unmatched };
}

const itemsOfPart = (requested: readonly RequestedOutcome[], part: BatchPart): number[] => [
	...new Set(
		requested.flatMap(({ item, outcome }) =>
			'part' in outcome && outcome.part === part ? [item] : [],
		),
	),
];

/** Returns one failure per input item if the job failed. Otherwise, returns one item with the job's status. */
function partOutput(
	part: BatchPart,
	requested: readonly RequestedOutcome[],
	simplify: boolean,
): OutputPart[] {
	const items = itemsOfPart(requested, part);
	if ('failure' in part) return items.map((item) => ({ item, failure: part.failure }));
	return [{ ...statusPart(batchScrapeJob, part.response, simplify), item: items }];
}

const outcomePart = (
	{ outcome, item }: RequestedOutcome,
	values: RunValues,
	simplify: boolean,
): OutputPart[] => {
	if ('page' in outcome) {
		return [{ ...jobPagePart(outcome.page, outcome.jobId, values, simplify), item }];
	}
	if ('part' in outcome) return [];
	const { failedPage, failure } = outcome;
	switch (values.failedPages) {
		case 'ignore':
			return [];
		case 'items':
			return [{ json: failedPageJson(failedPage), item }];
		case 'fail':
			return [{ failure: asFailedItem(failure), item }];
	}
};

const pagesOf = (requested: readonly RequestedOutcome[]): JsonObject[] =>
	requested.flatMap(({ outcome }) => ('page' in outcome ? [outcome.page] : []));

const failedPagesOf = (requested: readonly RequestedOutcome[]): FailedPage[] =>
	requested.flatMap(({ outcome }) => ('failedPage' in outcome ? [outcome.failedPage] : []));

function* outcomeParts(
	requested: readonly RequestedOutcome[],
	values: RunValues,
	simplify: boolean,
): Generator<OutputPart, void> {
	for (const urlOutcome of requested) yield* outcomePart(urlOutcome, values, simplify);
}

/** Returns the results in the order of the requested URLs. */
export function* runParts(
	answer: JsonObject,
	simplify: boolean,
	values: RunValues,
	batch: readonly RunValues[],
): Generator<OutputPart, void> {
	const { requested } = outcomesOf(answer, batch);
	const [first, ...others] = failedPagesOf(requested);
	const isAll = first !== undefined && others.length + 1 === requested.length;
	if (isAll && values.failedPages === 'ignore') {
		const facts = { jobId: jobIdsOf(answer) };
		const failure = failureOfAllPages(batchScrapeJob.name, [first, ...others], facts);
		if (batch.length === 1) yield { failure };
		else yield* outcomeParts(requested, { ...values, failedPages: 'fail' }, simplify);
		return;
	}
	const parts = outcomeParts(requested, values, simplify);
	const count = succeededCount(pagesOf(requested), values);
	yield* tellSucceeded(parts, count, jobIdsOf(answer));
	for (const part of partsIn(answer)) {
		if (!('response' in part && hasPages(part.response))) {
			yield* partOutput(part, requested, simplify);
		}
	}
}

const jobIdsOf = (answer: JsonObject): string =>
	partsIn(answer)
		.flatMap((part) => ('response' in part ? [String(part.response.jobId)] : []))
		.join(', ');

const unmatchedPages = (
	unmatched: readonly JsonObject[],
	answer: JsonObject,
	{ appendToId }: StartValues,
): Notice[] =>
	unmatched.length === 0
		? []
		: [
				{
					kind: 'unmatchedPages',
					text: `The batch scrape contains ${pageCount(unmatched.length)} of other URLs or of earlier scrapes, which are not in the output`,
					advice: `To get these pages, use the Get Pages operation with the job ID ${jobIdsOf(answer)}`,
					warns: appendToId === undefined,
				},
			];

const partNotices = (part: BatchPart): Notice[] => {
	if ('failure' in part) return [];
	const { response } = part;
	return hasPages(response)
		? endedJobNotices(batchScrapeJob, response)
		: jobNotices(batchScrapeJob, response);
};

/** With a list of URLs, equal notices are merged. Otherwise, they are merged by item in the hint. */
function noticesOfRequested(
	requested: readonly RequestedOutcome[],
	context: PageContext,
): Notice[] {
	return context.values.urlsFrom === 'items'
		? requested.flatMap(({ outcome, item }) =>
				'page' in outcome
					? pageNotices(outcome.page, context).map((notice) => ({ ...notice, item }))
					: [],
			)
		: noticesOfPages(pagesOf(requested), context);
}

export function runNotices(
	answer: JsonObject,
	values: RunValues,
	nowMs: number,
	batch: readonly RunValues[],
): Notice[] {
	const { requested, unmatched } = outcomesOf(answer, batch);
	const failed = failedPagesOf(requested);
	const isIgnoring = values.failedPages === 'ignore' && failed.length < requested.length;
	return [
		...partsIn(answer).flatMap(partNotices),
		...unmatchedPages(unmatched, answer, values),
		...(isIgnoring ? failedPageNotices(failed) : []),
		...noticesOfRequested(requested, { values, nowMs }),
	];
}

const refusedUrls = (response: JsonObject, invalid: readonly string[]): string[] => {
	const { invalidURLs } = response;
	return [
		...invalid,
		...(Array.isArray(invalidURLs)
			? invalidURLs.flatMap((url: unknown) => nonEmptyText(url) ?? [])
			: []),
	];
};

/** Returns one item per started job, paired with the input items of its URLs. */
export function startedParts(answer: JsonObject, batch: readonly StartValues[]): OutputPart[] {
	const { requested } = outcomesOf(answer, batch);
	const invalid = requested.flatMap(({ url, issue }) => (issue === undefined ? [] : [url]));
	return partsIn(answer).flatMap((part, index): OutputPart[] => {
		const item = itemsOfPart(requested, part);
		if ('failure' in part) return item.map((each) => ({ item: each, failure: part.failure }));
		const { response, urls } = part;
		const invalidURLs = refusedUrls(response, index === 0 ? invalid : []);
		return [{ item, json: { ...response, urlCount: urls.length, invalidURLs } }];
	});
}

export function startNotices(answer: JsonObject, batch: readonly StartValues[]): Notice[] {
	return startedParts(answer, batch).flatMap((part): Notice[] => {
		const refused = 'json' in part ? (part.json.invalidURLs as string[]) : [];
		const [first] = refused;
		return first === undefined
			? []
			: [
					{
						kind: 'invalidUrls',
						text: `${refused.length} ${refused.length === 1 ? 'URL is' : 'URLs are'} invalid or not supported by the service and will not be scraped, for example, ${first}`,
						warns: true,
					},
				];
	});
}
