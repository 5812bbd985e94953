import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { listSome } from '../../errors/text';
import { callSettings, triggerParameters } from '../../host/input';
import { toItemJson } from '../../host/item';
import { executionLimiters, openAccounts, openClient } from '../../host/network/accounts';
import { hostRuntime } from '../../host/network/runtime';
import { inTurns } from '../../host/network/turns';
import type { UnsuccessfulItem } from '../../host/output/errorReport';
import { toNodeError } from '../../host/output/errors';
import { isObject, type JsonObject } from '../../json/json';
import { sortKeys } from '../../operation/body';
import type { Transport } from '../../transport/http';
import { type CheckResult, pollPage, type PreparedPoll, preparePoll } from './checkPage';
import { comparePage, isSeen, type PageChange } from './compare';
import { ReportedDifferences } from './differences';
import { pageChange } from './form';
import {
	checkOrder,
	keptCharacters,
	nextState,
	nodeKey,
	pageRecordOf,
	type PageTriggerState,
	pollBudgetMs,
	readState,
	storedState,
	storeState,
} from './state';

/** Whether a user runs the node in the editor. n8n does not save the static data of such a run. */
const isTestRun = (context: IPollFunctions): boolean => context.getMode() === 'manual';

/** Fraction of the maximum poll duration after which the node sends no new requests. */
const SENDING_TIME = 0.8;

const invalid = (context: IPollFunctions, failure: UnsuccessfulItem): Error =>
	toNodeError(context.getNode(), failure);

interface Poll extends PreparedPoll {
	context: IPollFunctions;
	/** State before the poll. */
	state: PageTriggerState;
}

const differences = new ReportedDifferences();

function openPoll(context: IPollFunctions): Poll {
	const prepared = preparePoll(triggerParameters(context), isTestRun(context));
	if ('issues' in prepared) throw invalid(context, { kind: 'invalid', ...prepared });
	const state = readState(storedState(context), prepared.fingerprint);
	return { ...prepared, context, state };
}

/** Returns the results in the order of `urls`. Omits the URLs that are not checked in time. */
async function checkAll(poll: Poll, urls: readonly string[]): Promise<CheckResult[]> {
	const { context, settings, state } = poll;
	const { maxRequestsAtOnce } = settings;
	const accounts = openAccounts(context, executionLimiters(maxRequestsAtOnce));
	try {
		const account = await accounts.open(0);
		if ('issues' in account) throw invalid(context, { kind: 'invalid', ...account });
		const totalMs = pollBudgetMs(context);
		const endsAt = hostRuntime.elapsed() + totalMs;
		const time = { totalMs, leftMs: () => endsAt - hostRuntime.elapsed() };
		const signal = AbortSignal.timeout(Math.floor(totalMs * SENDING_TIME));
		// A request that was sent has more time than the requests that wait.
		const sentSignal = AbortSignal.timeout(totalMs);
		const send: Transport['send'] = (request) =>
			account.transport.send({ ...request, signal: sentSignal });
		const client = openClient(
			{ ...account, transport: { ...account.transport, send } },
			{ settings: callSettings(settings), stop: { signal, isByUser: () => false } },
		);
		const results: (CheckResult | undefined)[] = [];
		const check = async (url: string, index: number): Promise<void> => {
			const record = pageRecordOf(state, url);
			const tracking = isTestRun(context)
				? undefined
				: differences.trackingOf(nodeKey(context), url, record);
			const page = { url, isSeen: isSeen(record), tracking };
			results[index] = await pollPage(page, poll, client, time);
		};
		await inTurns(urls, check, { limit: urls.length, signal });
		logUnchecked(
			context,
			urls.filter((_, index) => results[index] === undefined),
			urls.length,
		);
		return results.filter((result) => result !== undefined);
	} finally {
		await accounts.close();
	}
}

/**
 * Throws if the failed pages fail the poll, and logs them otherwise. If only some of the `count` pages were checked, and
 * all of these failed, the next poll goes on with the others.
 */
function reportFailed(
	{ context, values }: Poll,
	results: readonly CheckResult[],
	count: number,
): void {
	const { failedPages } = values;
	const failed = results.flatMap(({ failure }) => failure ?? []);
	const [first] = failed;
	if (results.length === 0) {
		const description =
			"The node waited because of the account's rate limit, or before a retry. Remove pages from 'URLs', or poll less often.";
		const message = 'No page was checked before the poll timed out';
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	const mayFail = failedPages === 'fail' || (failedPages === 'log' && failed.length === count);
	if (first !== undefined && mayFail) throw invalid(context, first);
	for (const { check } of results) {
		if (check.kind !== 'failed') continue;
		const { message, description } = check.failure;
		warn(context, `Page check of ${check.url} failed: ${String(message)}`, { description });
	}
}

/** The log of n8n does not contain the name of the node, and in text format no metadata. */
const warn = (context: IPollFunctions, message: string, metadata?: JsonObject): void =>
	context.logger.warn(`'${context.getNode().name}': ${message}`, metadata);

const MAX_NAMED_URLS = 3;

function logUnchecked(
	context: IPollFunctions,
	unchecked: readonly string[],
	pageCount: number,
): void {
	if (unchecked.length === 0) return;
	const count = `${unchecked.length} of ${pageCount} pages`;
	const list = listSome(unchecked, MAX_NAMED_URLS);
	warn(context, `The poll timed out before it checked ${count}: ${list}`);
}

const toOutput = (changes: readonly PageChange[]): INodeExecutionData[][] | null =>
	changes.length === 0
		? null
		: [changes.map((change) => ({ json: toItemJson(sortKeys({ ...change }, pageChange)) }))];

/** Checks the first three pages and returns their changes. Does not write the state. */
async function testRun(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const poll = openPoll(context);
	const urls = poll.values.urls.slice(0, 3);
	const results = await checkAll(poll, urls);
	reportFailed(poll, results, urls.length);
	const characters = keptCharacters(poll.values);
	const changes = results.map(
		({ check }) => comparePage(pageRecordOf(poll.state, check.url), check, characters).change,
	);
	const isShown = ({ changeStatus }: PageChange) =>
		changeStatus !== 'failed' || poll.values.failedPages === 'items';
	return toOutput(changes.filter(isShown));
}

/** A failed poll does not change the state, so the next poll finds the same changes. */
async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const poll = openPoll(context);
	const { urls } = poll.values;
	const stored = storedState(context);
	if (isObject(stored) && stored.settings !== poll.fingerprint) {
		warn(context, 'Settings that affect the content have changed, so all pages are recorded again');
	}
	const results = await checkAll(poll, checkOrder(poll.state, urls));
	const resultOf = new Map(results.map((result) => [result.check.url, result]));
	const checks = urls.flatMap((url) => resultOf.get(url)?.check ?? []);
	const { changes, state } = nextState(poll.state, checks, poll.values);
	differences.set(nodeKey(context), checks, changes);
	reportFailed(poll, results, urls.length);
	// Each write causes n8n to update the database.
	const isChanged = JSON.stringify(state) !== JSON.stringify(poll.state);
	if (isChanged) storeState(context, state, changes.length > 0);
	return toOutput(changes);
}

const running = new Set<string>();

/**
 * Returns one item per change, or `null` if no page changed or an earlier poll of the node is still running.
 *
 * @throws an error if the form is invalid, if all pages failed, or if any page failed and *Failed Pages* is *Fail the
 * Poll*
 */
export async function pollPages(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (isTestRun(context)) return await testRun(context);
	const node = nodeKey(context);
	if (running.has(node)) return null;
	running.add(node);
	try {
		return await runPoll(context);
	} finally {
		running.delete(node);
	}
}
