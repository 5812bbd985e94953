import { failureOfPage, pageStatusError, type PageStatusError } from '../../api/errors/pageError';
import { callApi, type CallResult, type Session } from '../../api/http/call';
import { dataOf, type JsonObject } from '../../api/http/response';
import { checkOperation, isMissingPage } from '../../operations/pageTrigger/checkPage';
import { comparedText, hashOf, trackedValues } from '../../operations/pageTrigger/comparedText';
import type { PageCheck } from '../../operations/pageTrigger/comparePage';
import { comparesFields } from '../../operations/pageTrigger/values';
import { simplifyPage } from '../../operations/common/pageOutput/simplifyPage';
import type { UnsuccessfulItem } from '../itemResult';
import { hostRuntime } from '../network/runtime';
import { errorReport } from '../output/errorReport';
import { maskFailure } from '../../api/http/maskSecret';
import type { PreparedPoll } from './preparePoll';

export interface CheckResult {
	check: PageCheck;
	failure?: UnsuccessfulItem;
}

const nowIso = (): string => new Date(hostRuntime.now()).toISOString();

function reasonOf(item: UnsuccessfulItem, message: string): string {
	if (item.kind !== 'failed') return message;
	const { errorId, httpCode, facts } = item.result.failure;
	return [errorId, httpCode ?? facts?.statusCode ?? ''].join(' ');
}

function failedCheck(failure: UnsuccessfulItem, url: string): CheckResult {
	const { message, description, details } = errorReport(failure);
	const reason = reasonOf(failure, message);
	const report = { message, description, details };
	return { check: { kind: 'failed', url, checkedAt: nowIso(), reason, failure: report }, failure };
}

/** Empty Markdown usually means that the scrape failed. */
const noMarkdown = (): UnsuccessfulItem => ({
	kind: 'thrown',
	sent: true,
	error: Object.assign(new Error('The Markdown of the page is empty'), {
		description:
			"The node has no content to compare. If the page loads its content with JavaScript, increase 'Options > Page: Wait For (Ms)'.",
	}),
});

const pageOutput = (page: JsonObject, { values }: PreparedPoll): JsonObject =>
	values.simplify ? simplifyPage(page) : page;

function checkOfPage(page: JsonObject, url: string, poll: PreparedPoll): CheckResult {
	const { values } = poll;
	const { markdown } = page;
	if (typeof markdown !== 'string' || markdown.trim() === '') return failedCheck(noMarkdown(), url);
	const check: PageCheck = {
		kind: 'content',
		url,
		checkedAt: nowIso(),
		hash: hashOf(comparedText(markdown, values)),
		markdown,
		tracked: comparesFields(values) ? trackedValues(page) : undefined,
		page: pageOutput(page, poll),
	};
	return { check };
}

const failedScrape = (
	result: CallResult & { ok: false },
	poll: PreparedPoll,
): UnsuccessfulItem => ({
	kind: 'failed',
	operation: checkOperation,
	reading: poll.reading,
	result,
});

function errorPageResult(
	status: PageStatusError,
	page: JsonObject,
	{ attempts, waits }: CallResult,
): CallResult & { ok: false } {
	const failure = failureOfPage(status, page);
	return { ok: false, failure, stopReason: 'notRetryable', attempts, waits };
}

/** Scrapes a page. Returns undefined if the poll ends before the response arrives. */
export async function pollPage(
	{ url, isSeen }: { url: string; isSeen: boolean },
	poll: PreparedPoll,
	session: Session,
): Promise<CheckResult | undefined> {
	const { apiKey } = session.account;
	const result = await callApi(poll.planFor(url).request, session);
	if (!result.ok) {
		if (result.stopReason === 'aborted') return undefined;
		const failure = maskFailure(result.failure, apiKey);
		return failedCheck(failedScrape({ ...result, failure }, poll), url);
	}
	const page = dataOf(result.answer);
	const status = pageStatusError(page);
	if (status === undefined) return checkOfPage(page, url, poll);
	if (isSeen && isMissingPage(page)) {
		return { check: { kind: 'missing', url, checkedAt: nowIso(), page: pageOutput(page, poll) } };
	}
	return failedCheck(failedScrape(errorPageResult(status, page, result), poll), url);
}
