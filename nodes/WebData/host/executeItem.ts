import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client, RunningWork, Stop } from '../client/client';
import type { ReplayStore } from '../client/replay';
import type { Operation } from '../operation/operation';
import { findOperation } from '../resources';
import type { Credits } from './credits';
import {
	allIssues,
	callSettings,
	type ParameterSource,
	prepareItem,
	readInputFiles,
} from './input';
import type { Batch, ItemResult, ReadyItem } from './item';
import { type Accounts, type ExecutionLimiters, openClient } from './network/accounts';
import { issuesError, unknownOperation } from './output/errors';
import type { Files } from './output/files';
import { failedResult, previewResults, thrownResult, toItemResults } from './output/itemResults';
import {
	addRequestId,
	addUuidKey,
	clearIfRejected,
	type ExecutionRecord,
	openReplayStore,
	restoreValues,
} from './replay';

export interface Execution {
	context: IExecuteFunctions;
	record: ExecutionRecord;
	parameters: ParameterSource;
	accounts: Accounts;
	limiters: ExecutionLimiters;
	credits: Credits;
	files: Files;
	stop: Stop & { signal: AbortSignal };
	/** Jobs and browser sessions that have not ended, by the index of their item. */
	running: Map<number, Map<string, RunningWork>>;
}

const namesAt = (parameters: ParameterSource, itemIndex: number) => ({
	resource: String(parameters.get('resource', itemIndex, '')),
	operation: String(parameters.get('operation', itemIndex, '')),
});

export function operationAt(parameters: ParameterSource, itemIndex: number): Operation | undefined {
	const { resource, operation } = namesAt(parameters, itemIndex);
	return findOperation(resource, operation);
}

/**
 * Reads the form and the credential of an item. Never rejects. An error from n8n, such as a failed expression, becomes
 * the failure of the item.
 */
export async function readItem(
	{ context, parameters, accounts }: Execution,
	index: number,
): Promise<ReadyItem | ItemResult> {
	try {
		const operation = operationAt(parameters, index);
		if (operation === undefined) {
			throw unknownOperation(context.getNode(), namesAt(parameters, index), index);
		}
		const { inputFiles: field } = operation;
		const inputs =
			field === undefined
				? undefined
				: { [field]: await readInputFiles(context, parameters.get(field, index, ''), index) };
		const prepared = prepareItem(parameters, operation, index, inputs);
		if ('issues' in prepared) return failedResult({ kind: 'invalid', ...prepared }, index);
		const opened = await accounts.open(index);
		if ('issues' in opened) return failedResult({ kind: 'invalid', ...opened }, index);
		return { ...prepared, index, opened };
	} catch (thrown) {
		return thrownResult(thrown, false, index);
	}
}

const withPlanOf = ([first, ...others]: Batch, { plan }: ReadyItem): Batch => [
	{ ...first, plan },
	...others.map((item) => ({ ...item, plan })),
];

function withSharedPlan([first, ...others]: Batch): ReadyItem {
	if (others.length === 0) return first;
	const values = [first, ...others].map(({ reading }) => reading.values);
	const plan = first.operation.planBatch?.(values) ?? first.plan;
	if (!('issues' in plan)) return { ...first, plan };
	throw issuesError(allIssues(first.reading, plan.issues));
}

const clientFor = (
	{ credits, stop, running }: Execution,
	{ opened, settings, index }: ReadyItem,
	replayStore: ReplayStore,
): Client => {
	const ofItem = new Map<string, RunningWork>();
	running.set(index, ofItem);
	return openClient(opened, {
		settings: callSettings(settings),
		replayStore,
		creditGuard: credits.limitTo(settings.maxCreditsPerExecution),
		running: ofItem,
		stop,
	});
};

async function sendBatch(
	execution: Execution,
	batch: Batch,
	progress: { sent: boolean },
): Promise<ItemResult[]> {
	const { files } = execution;
	const shared = withSharedPlan(batch);
	const replayStore = openReplayStore(execution, shared);
	const restored = batch.length === 1 ? restoreValues(shared, replayStore) : shared;
	const keyed = addRequestId(execution, restored, replayStore);
	const item = addUuidKey(execution, keyed, replayStore);
	const planned = withPlanOf(batch, item);
	if (item.settings.previewRequest) return previewResults(planned);
	const client = clientFor(execution, item, replayStore);
	const { request } = item.plan;
	const execute = () => {
		progress.sent = true;
		return item.plan.execute(request, client);
	};
	const result = await (client.creditGuard?.reserve(request, execute) ?? execute());
	clearIfRejected(request, result, replayStore);
	return await toItemResults(files, planned, result);
}

/** Returns the result of each item in the batch, in order. Never rejects. */
export async function executeBatch(execution: Execution, batch: Batch): Promise<ItemResult[]> {
	const progress = { sent: false };
	try {
		return await sendBatch(execution, batch, progress);
	} catch (thrown) {
		return batch.map(({ index }) => thrownResult(thrown, progress.sent, index));
	}
}
