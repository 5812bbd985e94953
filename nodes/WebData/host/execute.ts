// Many items: side by side, in order, until they are done, one of them ends the node, or the execution is stopped.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openAccounts } from './network/accounts';
import { forErrorOutput } from './output/errorOutput';
import { toCancellation, toErrorItem, toNodeError } from './output/errors';
import { openFiles } from './output/files';
import { openGates, type Ceiling } from '../rateLimit/rateLimiter';
import { toHints } from './output/hints';
import type {
	FailedItem,
	UnsuccessfulItem,
	ItemResult,
	ItemOutput,
	SucceededItem,
} from './itemResult';
import { mapConcurrently } from './mapConcurrently';
import { readSettings } from './input/prepare';
import { openParameters, type ParameterSource } from './input/parameterSource';
import { hostRuntime } from './network/runtime';
import { callSettings, settingsSchema, type Settings } from './input/settings';
import { truncateForModel, continuesOnFailure } from './output/toolOutput';
import { operationAt, executeItemSafely } from './executeItem';

const isFailedOutput = (output: ItemOutput): output is FailedItem => 'kind' in output;

/** The failed part of an item whose other parts succeeded, which then stand in its error: they were paid for. */
const partlyFailed = ({ outputs }: SucceededItem): FailedItem | undefined => {
	const failed = outputs.find(isFailedOutput);
	const paid = outputs.flatMap((output) => (isFailedOutput(output) ? [] : [output.json]));
	return failed && { ...failed, paid: paid.length > 0 ? paid : undefined };
};

/** What ends the node when On Error says so. */
const itemFailure = (outcome: ItemResult | undefined): UnsuccessfulItem | undefined =>
	outcome?.kind === 'succeeded' ? partlyFailed(outcome) : outcome;

const isAborted = (failing: UnsuccessfulItem): boolean =>
	failing.kind === 'failed' && failing.result.stopReason === 'aborted';

const endingFailure = (outcome: ItemResult | undefined): UnsuccessfulItem | undefined => {
	const failing = itemFailure(outcome);
	return failing === undefined || isAborted(failing) ? undefined : failing;
};

/** Of this process: shared by all nodes and executions. */
const gates = openGates(hostRuntime);

const limitsFrom = (settings: Settings): Ceiling => ({
	maxConcurrency: settings.maxConcurrency,
	maxWaitMs: callSettings(settings).maxWaitMs,
});

/** Settings that span items are those of the first one. If it has none, it says so itself, and the others go by the defaults. */
const executionLimits = (parameters: ParameterSource): Ceiling => {
	try {
		const read = readSettings(parameters, 0);
		if ('settings' in read) return limitsFrom(read.settings);
	} catch {
		// An expression that fails is an error of the item.
	}
	return limitsFrom(settingsSchema.parse({}));
};

/** An operation may be an expression, too. */
const maxParallelItems = (parameters: ParameterSource, { maxConcurrency }: Ceiling): number => {
	try {
		return operationAt(parameters, 0)?.maxParallel ?? maxConcurrency;
	} catch {
		return maxConcurrency;
	}
};

/** Works on the items; `stop` is called for the first that ends the node. */
async function executeItems(context: IExecuteFunctions, signal: AbortSignal, stop: () => void) {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parameters = openParameters(context);
	const ceiling = executionLimits(parameters);
	const accounts = openAccounts(context, gates.enter(ceiling), ceiling.maxConcurrency);
	const files = openFiles(context, signal);
	const engine = { context, parameters, accounts, files, signal };
	const goesOn = continuesOnFailure(context);
	const work = async (index: number): Promise<ItemResult> => {
		const outcome = await executeItemSafely(engine, index);
		if (!goesOn && endingFailure(outcome) !== undefined) stop();
		return outcome;
	};
	try {
		return await mapConcurrently(
			count,
			maxParallelItems(parameters, ceiling),
			work,
			() => signal.aborted,
		);
	} finally {
		await Promise.all([accounts.close(), files.close()]);
	}
}

const toItem = (output: ItemOutput, item: number): INodeExecutionData =>
	isFailedOutput(output) ? toErrorItem(output, item) : { ...output, pairedItem: { item } };

const toItems = (outcome: ItemResult | undefined, item: number): INodeExecutionData[] => {
	if (outcome === undefined) return [];
	if (outcome.kind !== 'succeeded') return [toErrorItem(outcome, item)];
	return outcome.outputs.map((output) => toItem(output, item));
};

const cancellation = (context: IExecuteFunctions, signal?: AbortSignal): Error =>
	toCancellation(context.getNode(), context.getExecutionId(), signal);

/**
 * The node's `execute`. Output items stand in the order of the input, each paired with its own.
 *
 * @throws n8n's cancellation once the execution is stopped, whatever On Error says
 * @throws the error of the first failed item when On Error stops the workflow; items on their way are ended
 */
export async function runOperations(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const stopped = context.getExecutionCancelSignal();
	if (stopped?.aborted) throw cancellation(context, stopped);
	const own = new AbortController();
	const signal = stopped === undefined ? own.signal : AbortSignal.any([own.signal, stopped]);
	const outcomes = await executeItems(context, signal, () => own.abort());
	if (stopped?.aborted) throw cancellation(context, stopped);
	const failedAt = outcomes.findIndex((outcome) => endingFailure(outcome) !== undefined);
	const failing = endingFailure(outcomes[failedAt]);
	if (failing !== undefined && !continuesOnFailure(context)) {
		throw toNodeError(context.getNode(), failing, failedAt);
	}
	const hints = toHints(outcomes);
	if (hints.length > 0) context.addExecutionHints?.(...hints);
	const items = forErrorOutput(context.getNode(), outcomes.flatMap(toItems));
	return [truncateForModel(context, items)];
}
