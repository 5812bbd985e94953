import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withLabels } from '../form/labels';
import { settingsForm } from '../operation/settings';
import { creditNotices, openCreditGuard } from './credits';
import { executeBatch, type Execution, leastCost, readItem } from './executeBatch';
import { openExecutionRecord } from './executionRecord';
import { openParameters, readSettings } from './input';
import { type Batch, groupItems, type ItemResult, type ReadyItem, toBatches } from './item';
import { executionLimiters, openAccounts } from './network/accounts';
import { AbortedError } from './network/runtime';
import { inTurns } from './network/turns';
import type { UnsuccessfulItem } from './output/errorReport';
import {
	forErrorOutput,
	toCancellation,
	toCreditLimitError,
	toInvalidItemsError,
	toNodeError,
} from './output/errors';
import { Files } from './output/files';
import { emptyOutputHint, groupNotices, toRemarks } from './output/hints';
import { failedResult } from './output/itemResults';
import { type IndexedFailure, stillRunningText } from './output/nodeReport';
import { outputForModel } from './output/tool';
import { findRecords, hasJob, usesRecord } from './replay';

/** Deletes the browser sessions that must not outlive the node. */
async function endRunning(running: Execution['running']): Promise<void> {
	const work = [...running.values()].flatMap((ofItem) =>
		[...ofItem].map(async ([id, { end }]) => {
			if ((await end?.()) === true) ofItem.delete(id);
		}),
	);
	await Promise.all(work);
}

const isAborted = (failure: UnsuccessfulItem): boolean =>
	(failure.kind === 'failed' && failure.error.isAborted) ||
	(failure.kind === 'thrown' && failure.error instanceof AbortedError);

/** Whether the service may have executed the request of an item that was aborted. */
const wasCutOff = (failure: UnsuccessfulItem | undefined): boolean =>
	failure?.kind === 'failed' && isAborted(failure) && failure.error.failure.possiblyExecuted;

/** Returns the failures that stop the node if *On Error* is *Stop Workflow*. */
const failuresOf = (results: Results): IndexedFailure[] =>
	results.flatMap((result, index) => {
		const failure = result?.failure;
		return failure === undefined || isAborted(failure) ? [] : [{ index, failure }];
	});

/**
 * Whether a failed item becomes an error item. Some agents run a tool internally and hide the errors that the tool
 * throws. `isToolExecution` is true only in such agents. Other agents run a tool as a node, so n8n applies *On Error*.
 */
export const continuesOnFailure = (
	context: Pick<IExecuteFunctions, 'continueOnFail' | 'isToolExecution'>,
): boolean => context.continueOnFail() || context.isToolExecution?.() === true;

/** Returns undefined if an expression fails. The failure is reported when the item is executed. */
function ifReadable<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Maximum number of items in parallel. Up to 200 of them send a request, and the others wait for a retry or a job. */
const MAX_PARALLEL_ITEMS = 500;

/** Maximum number of items that are read in parallel. n8n may have to ask a file store for the sizes of files. */
const MAX_PARALLEL_READS = 20;

type Results = (ItemResult | undefined)[];

/**
 * Whether an item can be sent without the other items. Items that share a request, or run one by one, start work, and
 * therefore use records.
 */
const isIndependent = ({ plan }: ReadyItem): boolean =>
	ifReadable(() => !usesRecord(plan.request)) === true;

/**
 * Reads and checks all items, and returns those to be sent. Writes the results of invalid items to `results`. Unless an
 * invalid item stops the node, an independent item is executed as soon as it is read.
 */
async function readItems(
	execution: Execution,
	results: Results,
	execute: (batch: Batch) => Promise<void>,
): Promise<Batch[]> {
	const { continues, stop } = execution;
	const ready: ReadyItem[] = [];
	const read = async (_: unknown, index: number): Promise<void> => {
		const item = await readItem(execution, index);
		if ('items' in item) results[index] = item;
		else if (continues && isIndependent(item)) await execute([item]);
		else ready[index] = item;
	};
	const limit = continues ? MAX_PARALLEL_ITEMS : MAX_PARALLEL_READS;
	await inTurns(results, read, { limit, signal: stop.signal });
	const groups = groupItems(ready.filter((item) => item !== undefined));
	const isSent = (batch: Batch): boolean => batch.some(({ plan }) => plan.leftOut.length === 0);
	const unsent = groups.filter((group) => !isSent(group)).flat();
	await inTurns(unsent, (item) => {
		const issues = withLabels(item.plan.leftOut, item.labelOf);
		results[item.index] = failedResult({ kind: 'invalid', issues }, item.index);
	});
	const sent = groups.filter(isSent);
	for (const notice of groupNotices(sent, execution.context.getNode())) {
		execution.notices.push(notice);
	}
	return toBatches(sent);
}

/** Removes each batch when it is read, so that its memory becomes free. */
function* drain(batches: Batch[]): Iterable<Batch> {
	batches.reverse();
	for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) yield batch;
}

/** @throws an error if the items cost more than *Max Credits per Execution* even at the lowest prices */
async function checkCreditLimit(
	execution: Execution,
	batches: readonly Batch[],
	records: ReadonlyMap<number, string>,
): Promise<void> {
	const { context, creditGuard } = execution;
	const limits = batches.map(([{ settings }]) => settings.maxCreditsPerExecution ?? Infinity);
	const limit = limits.reduce((least, each) => Math.min(least, each), Infinity);
	if (limit === Infinity) return;
	// Work in progress can exceed the limit, and free work does not need the rest.
	const left = Math.max(limit - creditGuard.record.used, 0);
	let least = 0;
	await inTurns(batches, (batch) => {
		if (!hasJob(execution.record, records.get(batch[0].index))) least += leastCost(batch);
	});
	if (least > left) throw toCreditLimitError(context.getNode(), { least, left });
}

/** @throws an error that lists all invalid items if *On Error* is *Stop Workflow* */
async function executeItems(execution: Execution): Promise<Results> {
	const { context, continues, stop } = execution;
	const results: Results = context.getInputData().map(() => undefined);
	const execute = async (batch: Batch, recordKey?: string): Promise<void> => {
		const ended = await executeBatch(execution, batch, recordKey);
		batch.forEach(({ index }, member) => (results[index] = ended[member]));
		if (failuresOf(ended).length > 0) execution.fail();
	};
	const batches = await readItems(execution, results, execute);
	const invalid = failuresOf(results);
	if (invalid.length > 0 && !continues && !stop.signal.aborted) {
		throw toInvalidItemsError(context.getNode(), invalid, results.length);
	}
	const records = findRecords(execution, batches);
	if (!continues) await checkCreditLimit(execution, batches, records);
	const limit = batches[0]?.[0].operation.oneByOne ? 1 : MAX_PARALLEL_ITEMS;
	const executeNext = (batch: Batch) => execute(batch, records.get(batch[0].index));
	await inTurns(drain(batches), executeNext, { limit, signal: stop.signal });
	if (stop.signal.aborted) await endRunning(execution.running);
	return results;
}

async function withExecution(
	shared: Omit<Execution, 'parameters' | 'accounts' | 'files'>,
): Promise<Results> {
	const { context } = shared;
	if (context.getInputData().length === 0) return [];
	const parameters = openParameters(context);
	const read = ifReadable(() => readSettings(parameters, 0));
	const settings = read !== undefined && 'settings' in read ? read.settings : undefined;
	const { maxRequestsAtOnce, maxFilesAtOnce } = settings ?? settingsForm.input.parse({});
	const limiters = executionLimiters(maxRequestsAtOnce);
	const accounts = openAccounts(context, limiters);
	const files = new Files(context, shared.stop.signal, maxFilesAtOnce);
	try {
		return await executeItems({ ...shared, parameters, accounts, files });
	} finally {
		await Promise.all([accounts.close(), files.close()]);
	}
}

const listRunning = (running: Execution['running']) =>
	[...running].flatMap(([item, ofItem]) =>
		[...ofItem].map(([id, { name }]) => ({ item, type: name, id })),
	);

/** n8n may show no error of a stopped execution, so the log also names what continues to run. */
function cancellation(
	context: IExecuteFunctions,
	signal?: AbortSignal,
	running: Execution['running'] = new Map(),
): Error {
	const text = stillRunningText(listRunning(running));
	if (text !== undefined) context.logger?.warn(text);
	return toCancellation(context.getNode(), context.getExecutionId(), signal, text);
}

/**
 * Implements the node's `execute`. Throws n8n's cancellation error if the execution is stopped.
 * If *On Error* is *Stop Workflow*, throws the error of all invalid items, or of the first failed item.
 */
export async function runOperations(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const stopSignal = context.getExecutionCancelSignal();
	if (stopSignal?.aborted) throw cancellation(context, stopSignal);
	const failed = new AbortController();
	const signal =
		stopSignal === undefined ? failed.signal : AbortSignal.any([failed.signal, stopSignal]);
	const continues = continuesOnFailure(context);
	const record = openExecutionRecord(context);
	const creditGuard = openCreditGuard(record);
	const usedBefore = creditGuard.record.used;
	const running: Execution['running'] = new Map();
	const stop = { signal, isByUser: () => stopSignal?.aborted === true };
	const notices: Execution['notices'] = [];
	const fail = (): void => {
		if (!continues) failed.abort();
	};
	const shared = { context, record, creditGuard, continues, running, stop, fail, notices };
	const results = await withExecution(shared);
	if (stopSignal?.aborted) throw cancellation(context, stopSignal, running);
	const [first] = failuresOf(results);
	if (first !== undefined && !continues) {
		// The error of an item itself names its job.
		running.delete(first.index);
		const others = {
			succeeded: results.filter((result) => result && result.failure === undefined).length,
			credits: creditGuard.record.used - usedBefore,
			cutOff: results.flatMap((result, index) => (wasCutOff(result?.failure) ? [index] : [])),
			running: listRunning(running),
		};
		throw toNodeError(context.getNode(), first.failure, first.index, others);
	}
	const { hints, facts } = toRemarks(results, [...notices, ...creditNotices(creditGuard)]);
	const items = results.flatMap((result) => result?.items ?? []);
	const endsHere = items.length === 0 && results.length > 0 && !context.getNode().alwaysOutputData;
	const allHints = endsHere ? [...hints, emptyOutputHint] : hints;
	if (allHints.length > 0) context.addExecutionHints?.(...allHints);
	return [outputForModel(context, forErrorOutput(context.getNode(), items), facts)];
}
