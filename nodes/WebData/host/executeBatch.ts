import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunningWork, Stop } from '../client/client';
import { type ExecutionCreditGuard, mayCost, priceOf } from '../client/credits';
import { isObject } from '../json/json';
import type { Notice, Operation } from '../operation/operation';
import { findOperation, properties } from '../resources';
import type { ExecutionRecord } from './executionRecord';
import { callSettings, type ParameterSource, readInputFiles } from './input';
import { type Batch, type ItemResult, planOfBatch, prepareItem, type ReadyItem } from './item';
import { type Accounts, openClient } from './network/accounts';
import { untilAborted } from './network/runtime';
import { unknownOperation } from './output/errors';
import type { Files } from './output/files';
import {
	copyResults,
	failedBatch,
	failedResult,
	previewResults,
	thrownResult,
	toItemResults,
} from './output/itemResults';
import { clearIfRejected, hasJob, openReplay } from './replay';

export interface Execution {
	context: IExecuteFunctions;
	record: ExecutionRecord;
	parameters: ParameterSource;
	accounts: Accounts;
	creditGuard: ExecutionCreditGuard;
	files: Files;
	/** Whether a failed item becomes an error item, and the others go on. */
	continues: boolean;
	stop: Stop & { signal: AbortSignal };
	/** Stops the work of the other items, unless they go on after a failure. */
	fail(): void;
	notices: Notice[];
	/** Jobs, browser sessions, and created monitors that have not ended, by the index of their item. */
	running: Map<number, Map<string, RunningWork>>;
}

/** Returns the label of the field whose expression n8n could not evaluate. */
function fieldOf(thrown: unknown, operation: Operation | undefined): string | undefined {
	const { context } = isObject(thrown) ? thrown : {};
	const name = isObject(context) ? context.parameter : undefined;
	const fields = [...(operation?.form.fields ?? []), ...properties];
	return fields.find((field) => field.name === name)?.displayName;
}

/**
 * Reads the form and the credential of an item. Never rejects. An error from n8n, such as a failed expression, becomes
 * the failure of the item.
 */
export async function readItem(
	{ context, parameters, accounts, stop }: Execution,
	index: number,
): Promise<ReadyItem | ItemResult> {
	let operation: Operation | undefined;
	try {
		const resource = String(parameters.get('resource', index, ''));
		const name = String(parameters.get('operation', index, ''));
		operation = findOperation(resource, name);
		if (operation === undefined) throw unknownOperation(context.getNode(), resource, name, index);
		const { inputFiles: field } = operation;
		const reading = field && readInputFiles(context, parameters.get(field, index, ''), index);
		const files = reading && (await untilAborted(reading, stop.signal));
		const inputs = field === undefined ? undefined : { [field]: files };
		const prepared = prepareItem(parameters, operation, index, inputs);
		if ('issues' in prepared) return failedResult({ kind: 'invalid', ...prepared }, index);
		const account = await untilAborted(accounts.open(index), stop.signal);
		if ('issues' in account) return failedResult({ kind: 'invalid', ...account }, index);
		return { ...prepared, operation, index, account };
	} catch (thrown) {
		return thrownResult(thrown, false, index, fieldOf(thrown, operation));
	}
}

export function leastCost(batch: Batch): number {
	const [{ settings }] = batch;
	const { request } = planOfBatch(batch);
	return settings.previewRequest || !mayCost(request) ? 0 : priceOf(request).least;
}

/**
 * Returns the result of each item in the batch, in order. Never rejects. `recordKey` is the key of the replay record of
 * an earlier attempt.
 */
export async function executeBatch(
	execution: Execution,
	batch: Batch,
	recordKey?: string,
): Promise<ItemResult[]> {
	const [first] = batch;
	const { account, operation, settings } = first;
	const { creditGuard } = execution;
	try {
		const { plan, request, replayStore } = openReplay(execution, batch, recordKey);
		if (settings.previewRequest) return previewResults(batch, request);
		const running = new Map<string, RunningWork>();
		execution.running.set(first.index, running);
		creditGuard.limitTo(settings.maxCreditsPerExecution);
		const client = openClient(account, {
			settings: callSettings(settings),
			replayStore,
			creditGuard,
			running,
			stop: execution.stop,
		});
		// A failure stops the other items before the credit guard starts the work of the next one.
		const execute = async (): Promise<ItemResult[]> => {
			try {
				const answer = await operation.execute(request, client, plan.inputs);
				const { resumeUrl } = execution.record;
				const sentRequest = { plan, request, client, resumeUrl };
				const sentItems: Batch = plan.joinsItems ? batch : [first];
				const results = await toItemResults(execution.files, sentItems, sentRequest, answer);
				if (results.some(({ failure }) => failure !== undefined)) execution.fail();
				return plan.joinsItems ? results : await copyResults(results, batch);
			} catch (thrown) {
				execution.fail();
				clearIfRejected(request, thrown, replayStore);
				return failedBatch(batch, thrown, request);
			}
		};
		// A job that was started by an earlier attempt costs nothing more.
		const isStarted = hasJob(execution.record, recordKey);
		return await (isStarted ? execute() : creditGuard.reserve(request, execute));
	} catch (thrown) {
		return failedBatch(batch, thrown);
	} finally {
		if (execution.running.get(first.index)?.size === 0) execution.running.delete(first.index);
	}
}
