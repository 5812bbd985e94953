import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { settingsForm } from '../operation/settings';
import { Credits } from './credits';
import { executeBatch, type Execution, operationAt, readItem } from './executeItem';
import { openParameters, type ParameterSource, readSettings, type Settings } from './input';
import { groupItems, type ItemResult } from './item';
import { executionLimiters, openAccounts } from './network/accounts';
import { nextTurn } from './network/fairness';
import { AbortedError } from './output/downloads';
import type { RunningItem, UnsuccessfulItem } from './output/errorReport';
import { forErrorOutput, toCancellation, toNodeError } from './output/errors';
import { openFiles } from './output/files';
import { toHints } from './output/hints';
import { continuesOnFailure, outputForModel } from './output/tool';
import { openExecutionRecord } from './replay';

/** Maximum number of calls that start in one event loop turn. The limit keeps n8n responsive. */
const CALLS_PER_TURN = 20;

interface Concurrency {
	limit: number;
	/** Once this function returns `true`, no more calls start. */
	isOver(): boolean;
	/** Resolves in a later event loop turn, when more calls may start. */
	ready(): Promise<void>;
}

/** Calls `work` for each index below `count`. Returns the results in index order. `work` must not reject. */
export async function mapConcurrently<Result>(
	count: number,
	{ limit, isOver, ready }: Concurrency,
	work: (index: number) => Promise<Result>,
): Promise<(Result | undefined)[]> {
	const results: (Result | undefined)[] = new Array<Result | undefined>(count).fill(undefined);
	const calls: Promise<void>[] = [];
	let running = 0;
	let onEnd = (): void => undefined;
	const call = async (index: number): Promise<void> => {
		running++;
		results[index] = await work(index);
		running--;
		onEnd();
	};
	while (calls.length < count && !isOver()) {
		calls.push(call(calls.length));
		if (calls.length % CALLS_PER_TURN === 0) await ready();
		while (running >= limit) await new Promise<void>((resolve) => (onEnd = resolve));
	}
	await Promise.all(calls);
	return results;
}

type Running = Execution['running'];

/** Deletes the browser sessions that must not outlive the node. */
async function endRunning(running: Running): Promise<void> {
	const work = [...running.values()].flatMap((ofItem) =>
		[...ofItem].map(async ([id, { end }]) => {
			if ((await end?.()) === true) ofItem.delete(id);
		}),
	);
	await Promise.all(work);
}

/** Returns the jobs and browser sessions that continue after the node has failed. */
const listRunning = (running: Running): RunningItem[] =>
	[...running].flatMap(([item, ofItem]) =>
		[...ofItem].map(([id, { name }]) => ({ item, type: name, id })),
	);

const isAborted = (failure: UnsuccessfulItem): boolean =>
	(failure.kind === 'failed' && failure.result.stopReason === 'aborted') ||
	(failure.kind === 'thrown' && failure.error instanceof AbortedError);

/** Returns the failure that stops the node if *On Error* is *Stop Workflow*. */
const endingFailure = (result: ItemResult | undefined): UnsuccessfulItem | undefined => {
	const failure = result?.failure;
	return failure === undefined || isAborted(failure) ? undefined : failure;
};

/** Returns undefined if an expression fails. The failure is reported when the item is executed. */
function ifReadable<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Returns the settings of the first item, or the default settings if the item's settings are invalid. */
function firstSettings(parameters: ParameterSource): Settings {
	const read = ifReadable(() => readSettings(parameters, 0));
	return read !== undefined && 'settings' in read ? read.settings : settingsForm.input.parse({});
}

/** Maximum number of items that are processed in parallel, including items that wait for a retry. */
const MAX_PARALLEL_ITEMS = 1000;

type Results = (ItemResult | undefined)[];

interface ItemLoop {
	maxParallel: number;
	onResult(result: ItemResult): void;
}

const concurrencyOf = ({ stop, limiters }: Execution, limit: number): Concurrency => ({
	limit,
	isOver: () => stop.signal.aborted,
	ready: () => limiters.ready(),
});

async function executeEach(
	execution: Execution,
	count: number,
	{ maxParallel, onResult }: ItemLoop,
): Promise<Results> {
	const execute = async (index: number): Promise<ItemResult | undefined> => {
		const item = await readItem(execution, index);
		const [result] = 'items' in item ? [item] : await executeBatch(execution, [item]);
		if (result !== undefined) onResult(result);
		return result;
	};
	return await mapConcurrently(count, concurrencyOf(execution, maxParallel), execute);
}

async function executeGroups(
	execution: Execution,
	count: number,
	{ maxParallel, onResult }: ItemLoop,
): Promise<Results> {
	const oneByOne = concurrencyOf(execution, 1);
	const read = await mapConcurrently(count, oneByOne, (index) => readItem(execution, index));
	const results: Results = read.map((item) =>
		item !== undefined && 'items' in item ? item : undefined,
	);
	results.forEach((result) => result && onResult(result));
	await nextTurn();
	const ready = read.flatMap((item) => (item === undefined || 'items' in item ? [] : [item]));
	const batches = groupItems(ready);
	const execute = async (place: number): Promise<void> => {
		const batch = batches[place];
		if (batch === undefined) return;
		await nextTurn();
		const batchResults = await executeBatch(execution, batch);
		batch.forEach(({ index }, member) => (results[index] = batchResults[member]));
		batchResults.forEach(onResult);
	};
	await mapConcurrently(batches.length, concurrencyOf(execution, maxParallel), execute);
	return results;
}

async function executeItems(
	context: IExecuteFunctions,
	shared: Pick<Execution, 'record' | 'credits' | 'stop' | 'running'>,
	fail: () => void,
): Promise<Results> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parameters = openParameters(context);
	const { maxRequestsAtOnce, maxFilesAtOnce } = firstSettings(parameters);
	const operation = ifReadable(() => operationAt(parameters, 0));
	const limiters = executionLimiters(maxRequestsAtOnce);
	const accounts = openAccounts(context, limiters.of, maxRequestsAtOnce);
	const files = openFiles(context, shared.stop.signal, maxFilesAtOnce);
	const execution = { ...shared, context, parameters, accounts, limiters, files };
	const continues = continuesOnFailure(context);
	const loop: ItemLoop = {
		maxParallel: operation?.maxParallel ?? MAX_PARALLEL_ITEMS,
		onResult: (result) => {
			if (!continues && endingFailure(result) !== undefined) fail();
		},
	};
	const execute = operation?.planBatch === undefined ? executeEach : executeGroups;
	try {
		const results = await execute(execution, count, loop);
		if (shared.stop.signal.aborted) await endRunning(shared.running);
		return results;
	} finally {
		await Promise.all([accounts.close(), files.close()]);
	}
}

const cancellation = (context: IExecuteFunctions, signal?: AbortSignal): Error =>
	toCancellation(context.getNode(), context.getExecutionId(), signal);

/**
 * Implements the node's `execute`. Throws n8n's cancellation error if the execution is stopped.
 * If *On Error* is *Stop Workflow*, throws the error of the first failed item.
 */
export async function runOperations(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const stopSignal = context.getExecutionCancelSignal();
	if (stopSignal?.aborted) throw cancellation(context, stopSignal);
	const failed = new AbortController();
	const signal =
		stopSignal === undefined ? failed.signal : AbortSignal.any([failed.signal, stopSignal]);
	const record = openExecutionRecord(context);
	const credits = new Credits(record);
	const running: Execution['running'] = new Map();
	const shared = {
		record,
		credits,
		running,
		stop: { signal, isByUser: () => stopSignal?.aborted === true },
	};
	const results = await executeItems(context, shared, () => failed.abort());
	if (stopSignal?.aborted) throw cancellation(context, stopSignal);
	const failedAt = results.findIndex((result) => endingFailure(result) !== undefined);
	const failure = endingFailure(results[failedAt]);
	if (failure !== undefined && !continuesOnFailure(context)) {
		// The error of an item itself names its job.
		running.delete(failedAt);
		throw toNodeError(context.getNode(), failure, failedAt, listRunning(running));
	}
	const hints = [...toHints(results), ...credits.hints()];
	if (hints.length > 0) context.addExecutionHints?.(...hints);
	const items = results.flatMap((result) => result?.items ?? []);
	return [outputForModel(context, forErrorOutput(context.getNode(), items), hints)];
}
