import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Session } from '../api/http/call';
import type { RunningWork } from '../api/http/runningWork';
import type { JsonObject } from '../api/http/response';
import type { ReplayStore } from '../api/http/replayStore';
import { findOperation } from '../operations';
import type { Operation } from '../operations/operation';
import type { Batch, ReadyItem } from './batch';
import type { Credits } from './credits';
import type { Accounts } from './network/accounts';
import { hostRuntime } from './network/runtime';
import type { ExecutionSchedules } from './network/schedules';
import type { Files } from './output/files';
import { failedResult, previewResults, thrownResult, toItemResults } from './output/itemResults';
import type { ExecutionRecord } from './replay/executionRecord';
import { openReplayStore } from './replay/replayStore';
import { restoreValues, clearIfRejected, addRequestId, addUuidKey } from './replay/requestId';
import type { ItemResult } from './itemResult';
import { readInputFiles } from './input/inputFiles';
import { labelIssues, prepareItem } from './input/prepare';
import type { ParameterSource } from './input/parameterSource';
import { callSettings } from './input/settings';

export interface Execution {
	context: IExecuteFunctions;
	record: ExecutionRecord;
	parameters: ParameterSource;
	accounts: Accounts;
	schedules: ExecutionSchedules;
	credits: Credits;
	files: Files;
	signal: AbortSignal;
	/** Jobs and browser sessions that have not ended, by the index of their item. */
	running: Map<number, Map<string, RunningWork>>;
}

export function operationAt(parameters: ParameterSource, itemIndex: number): Operation | undefined {
	const resource = String(parameters.get('resource', itemIndex, ''));
	return findOperation(resource, String(parameters.get('operation', itemIndex, '')));
}

const readInputs = async (
	{ context, parameters }: Execution,
	field: string,
	index: number,
): Promise<JsonObject> => ({
	inputFiles: await readInputFiles(context, parameters.get(field, index, ''), index),
});

const knownOperation = ({ context, parameters }: Execution, itemIndex: number): Operation => {
	const operation = operationAt(parameters, itemIndex);
	if (operation !== undefined) return operation;
	const name = String(parameters.get('operation', itemIndex, ''));
	const resource = String(parameters.get('resource', itemIndex, ''));
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node does not include the operation '${name}' of '${resource}'`,
		{ description: "Choose another 'Operation', or update the node.", itemIndex },
	);
};

/**
 * Reads the form and the credential of an item. Never rejects. An error from n8n, such as a failed expression, becomes
 * the failure of the item.
 */
export async function readItem(
	execution: Execution,
	index: number,
): Promise<ReadyItem | ItemResult> {
	try {
		const operation = knownOperation(execution, index);
		const { inputFiles: field } = operation;
		const inputs = field === undefined ? undefined : await readInputs(execution, field, index);
		const prepared = prepareItem(execution.parameters, operation, index, inputs);
		if ('issues' in prepared) return failedResult({ kind: 'invalid', ...prepared }, index);
		const opened = await execution.accounts.open(index);
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
	const messages = labelIssues(plan.issues, first.reading).map(
		({ label, message }) => `'${label}' ${message}`,
	);
	throw new Error(messages.join('; '));
}

const sessionFor = (
	{ context, credits, signal, running }: Execution,
	{ opened, settings, index }: ReadyItem,
	replayStore: ReplayStore,
): Session => {
	const ofItem = new Map<string, RunningWork>();
	running.set(index, ofItem);
	return {
		...opened,
		runtime: hostRuntime,
		settings: callSettings(settings),
		replayStore,
		creditGuard: credits.limitTo(settings.maxCreditsPerExecution),
		signal,
		running: ofItem,
		isStopped: () => context.getExecutionCancelSignal()?.aborted === true,
	};
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
	const session = sessionFor(execution, item, replayStore);
	const { request } = item.plan;
	const execute = () => {
		progress.sent = true;
		return item.plan.execute(request, session);
	};
	const result = await (session.creditGuard?.reserve(request, execute) ?? execute());
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
