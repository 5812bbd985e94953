import { call } from '../../client/call';
import { type Client, ServiceError, serviceError } from '../../client/client';
import { type ApiRequest, SERVICE_TIMEOUT_MS } from '../../client/request';
import { isTimeout } from '../../client/retry';
import { maskFailure } from '../../errors/mask';
import { failureOfPage, pageStatusError } from '../../errors/page';
import { issuesOf } from '../../form/issues';
import type { LabeledIssue, LabelOf } from '../../form/labels';
import {
	allIssues,
	type ParameterSource,
	readParameters,
	readSettings,
	type Settings,
} from '../../host/input';
import { hostRuntime } from '../../host/network/runtime';
import { errorReport, type UnsuccessfulItem } from '../../host/output/errorReport';
import { formatDuration } from '../../host/output/text';
import {
	dataOf,
	fingerprint,
	hasNoContent,
	isHint,
	isObject,
	type Issue,
	type JsonObject,
} from '../../json/json';
import { defineOperation } from '../../operation/operation';
import { planItem } from '../../operation/plan';
import { simplifyPage } from '../../page/output';
import { scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { scrapeRoutes } from '../../resources/scrape/service';
import { comparedText, type PageCheck, trackedValues } from './compare';
import { joinTracking } from './differences';
import { pageChange, pageTriggerFields, pageTriggerValues, sentForm } from './form';
import { isScheduled } from './state';
import {
	comparesFields,
	type PageTriggerValues,
	settingsFingerprint,
	valuesToScrape,
} from './values';

/**
 * The operation only scrapes a page, without its URL. The trigger node compares the page with the stored record of the
 * last check.
 */
const checkOperation = defineOperation({
	action: 'Check page',
	description: 'Scrape a page and compare it with the last check',
	toolDescription: 'Scrapes one page and compares it with the last check. Costs credits.',
	form: sentForm,
	conflicts: scrapeOptionConflicts,
	toRequest: (values) => ({ route: scrapeRoutes.scrape, body: toScrapeOptions(values) }),
	output: pageChange,
});

export interface PreparedPoll {
	values: PageTriggerValues;
	settings: Settings;
	labelOf: LabelOf;
	/** Fingerprint of the settings that affect the comparison. If it changes, the node ignores all earlier checks. */
	fingerprint: string;
	requestFor(url: string): ApiRequest;
}

export function preparePoll(
	source: ParameterSource,
	isTest: boolean,
): PreparedPoll | { issues: LabeledIssue[] } {
	const reading = readParameters(source, pageTriggerFields, 0);
	const checked = pageTriggerValues.safeParse(reading.values);
	const read = readSettings(source, 0);
	const settingsIssues = 'issues' in read ? read.issues : [];
	const invalid = (issues: readonly Issue[]) => ({
		issues: [...allIssues(reading, issues), ...settingsIssues],
	});
	if (!checked.success) return invalid(issuesOf(checked.error.issues, reading.values));
	const plan = planItem(checkOperation, valuesToScrape(reading.values, checked.data, isTest));
	if ('issues' in plan) return invalid(plan.issues);
	if (!reading.issues.every(isHint) || 'issues' in read) return invalid([]);
	const { request } = plan;
	return {
		values: checked.data,
		settings: read.settings,
		labelOf: reading.labelOf,
		fingerprint: settingsFingerprint(reading.values, checked.data, source.stored),
		requestFor: (url) => ({ ...request, body: { url, ...request.body } }),
	};
}

export interface CheckResult {
	check: PageCheck;
	failure?: UnsuccessfulItem;
}

const nowIso = (): string => new Date(hostRuntime.now()).toISOString();

function failedCheck(item: UnsuccessfulItem, url: string): CheckResult {
	const failure = { ...errorReport(item) };
	let reason = failure.message;
	if (item.kind === 'failed') {
		const { errorId, httpCode, facts } = item.error.failure;
		reason = [errorId, httpCode ?? facts?.statusCode ?? ''].join(' ');
	}
	return { check: { kind: 'failed', url, checkedAt: nowIso(), reason, failure }, failure: item };
}

const failedCheckOf = (url: string, message: string, description: string): CheckResult =>
	failedCheck(
		{ kind: 'thrown', sent: true, error: Object.assign(new Error(message), { description }) },
		url,
	);

const pageOutput = (page: JsonObject, { values }: PreparedPoll): JsonObject =>
	values.simplify ? simplifyPage(page) : page;

function checkOfPage(page: JsonObject, url: string, poll: PreparedPoll): CheckResult {
	const { values } = poll;
	const { markdown } = page;
	// Empty Markdown usually means that the scrape failed.
	if (typeof markdown !== 'string' || hasNoContent(markdown)) {
		return failedCheckOf(
			url,
			'The Markdown of the page is empty',
			"The node has no content to compare. If the page loads its content with JavaScript, increase 'Options > Page: Wait For (Ms)'. If the site blocks bots, set 'Options > Browser: Proxy' to 'Enhanced'.",
		);
	}
	const check: PageCheck = {
		kind: 'content',
		url,
		checkedAt: nowIso(),
		hash: fingerprint({ text: comparedText(markdown, values) }),
		markdown,
		tracked: comparesFields(values) ? trackedValues(page) : undefined,
		page: pageOutput(page, poll),
	};
	return { check };
}

const failedScrape = (error: ServiceError, url: string, { labelOf }: PreparedPoll): CheckResult =>
	failedCheck({ kind: 'failed', error, operation: { name: 'Check Page' }, labelOf }, url);

/** How long a poll may take, and how much of this time is left, in milliseconds. */
interface PollTime {
	totalMs: number;
	leftMs(): number;
}

/** Time that the service needs to report a timeout. */
const REPORT_MS = 2000;
/** Minimum `timeout` of a scrape (specification, "Scrape options"). */
const MIN_TIMEOUT_MS = 1000;

/**
 * Returns the request with a `timeout` that ends within the poll, so that the service does not go on after the poll. Each
 * attempt has its own `timeout`, because a request can wait long before it is sent.
 */
function fitIntoPoll({ body = {}, ...request }: ApiRequest, { leftMs }: PollTime): ApiRequest {
	const { timeout = SERVICE_TIMEOUT_MS } = body;
	return {
		...request,
		get body() {
			const fitting = Math.max(MIN_TIMEOUT_MS, Math.floor(leftMs() - REPORT_MS));
			return Number(timeout) <= fitting ? body : { ...body, timeout: fitting };
		},
	};
}

interface KnownPage {
	url: string;
	isSeen: boolean;
	/** Change tracking between the recorded content and the last scrape. */
	tracking?: JsonObject;
}

const withTracking = (page: JsonObject, { tracking }: KnownPage): JsonObject =>
	tracking !== undefined && isObject(page.changeTracking)
		? { ...page, changeTracking: joinTracking(tracking, page.changeTracking) }
		: page;

/** Scrapes a page. Returns undefined if the poll ends before the page is requested, or while the node waits for a retry. */
export async function pollPage(
	known: KnownPage,
	poll: PreparedPoll,
	client: Client,
	time: PollTime,
): Promise<CheckResult | undefined> {
	const { url, isSeen } = known;
	const { apiKey } = client.account;
	const entered = poll.requestFor(url);
	const request = fitIntoPoll(entered, time);
	const answer = await call(request, client).catch(serviceError);
	if (answer instanceof ServiceError) {
		const { failure, isAborted } = answer;
		if (isAborted && !failure.possiblyExecuted) return undefined;
		if (isAborted || (request.body !== entered.body && isTimeout(failure))) {
			return failedCheckOf(
				url,
				'The page did not load before the poll timed out',
				`n8n limits the duration of a poll to ${formatDuration(time.totalMs)}. If 'Options' contains long waits or actions, reduce them. Otherwise, check the page with a Schedule Trigger and the Web Data node.${isScheduled(time.totalMs) ? ' On self-hosted n8n, you can also increase N8N_SCHEDULER_POLL_TIMEOUT.' : ''}`,
			);
		}
		return failedScrape(answer.with(maskFailure(failure, apiKey)), url, poll);
	}
	const page = dataOf(answer);
	const status = pageStatusError(page);
	if (status === undefined) return checkOfPage(withTracking(page, known), url, poll);
	if (isSeen && (status.status === 404 || status.status === 410)) {
		return { check: { kind: 'missing', url, checkedAt: nowIso(), page: pageOutput(page, poll) } };
	}
	return failedScrape(new ServiceError(failureOfPage(status, page)), url, poll);
}
