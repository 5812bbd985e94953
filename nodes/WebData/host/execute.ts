// Many items: side by side, in order, until they are done, one of them ends the node, or the execution is stopped.

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openAccounts } from './accounts';
import { forErrorOutput } from './errorOutput';
import { toCancellation, toErrorItem, toNodeError } from './errors';
import { openFiles } from './files';
import { openGates, type Ceiling } from './gate';
import { hintsOf } from './hints';
import type { Failed, Failing, Outcome, Output, Succeeded } from './outcome';
import { inParallel } from './parallel';
import { readSettings } from './parameters';
import { openParameters, type ParameterSource } from './parameterSource';
import { hostRuntime } from './runtime';
import { callSettings, settingsContract, type Settings } from './settings';
import { forReader, goesOnAfterFailure } from './tool';
import { operationAt, workSafely } from './work';

const isFailed = (output: Output): output is Failed => 'kind' in output;

/** The failed part of an item whose other parts succeeded, which then stand in its error: they were paid for. */
const partlyFailed = ({ outputs }: Succeeded): Failed | undefined => {
	const failed = outputs.find(isFailed);
	const paid = outputs.flatMap((output) => (isFailed(output) ? [] : [output.json]));
	return failed && { ...failed, paid: paid.length > 0 ? paid : undefined };
};

/** What ends the node when On Error says so. */
const failureIn = (outcome: Outcome | undefined): Failing | undefined =>
	outcome?.kind === 'succeeded' ? partlyFailed(outcome) : outcome;

const isAborted = (failing: Failing): boolean =>
	failing.kind === 'failed' && failing.result.gaveUp === 'aborted';

const endsNode = (outcome: Outcome | undefined): Failing | undefined => {
	const failing = failureIn(outcome);
	return failing === undefined || isAborted(failing) ? undefined : failing;
};

/** Of this process: shared by all nodes and executions. */
const gates = openGates(hostRuntime);

const ceilingBy = (settings: Settings): Ceiling => ({
	maxConcurrency: settings.maxConcurrency,
	maxWaitMs: callSettings(settings).maxWaitMs,
});

/** Settings that span items are those of the first one. If it has none, it says so itself, and the others go by the defaults. */
const ceilingOf = (parameters: ParameterSource): Ceiling => {
	try {
		const read = readSettings(parameters, 0);
		if ('settings' in read) return ceilingBy(read.settings);
	} catch {
		// An expression that fails is an error of the item.
	}
	return ceilingBy(settingsContract.parse({}));
};

/** An operation may be an expression, too. */
const sideBySideOf = (parameters: ParameterSource, { maxConcurrency }: Ceiling): number => {
	try {
		return operationAt(parameters, 0)?.sideBySide ?? maxConcurrency;
	} catch {
		return maxConcurrency;
	}
};

/** Works on the items; `stop` is called for the first that ends the node. */
async function workOnAll(context: IExecuteFunctions, signal: AbortSignal, stop: () => void) {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parameters = openParameters(context);
	const ceiling = ceilingOf(parameters);
	const accounts = openAccounts(context, gates.enter(ceiling), ceiling.maxConcurrency);
	const files = openFiles(context, signal);
	const engine = { context, parameters, accounts, files, signal };
	const goesOn = goesOnAfterFailure(context);
	const work = async (index: number): Promise<Outcome> => {
		const outcome = await workSafely(engine, index);
		if (!goesOn && endsNode(outcome) !== undefined) stop();
		return outcome;
	};
	try {
		return await inParallel(count, sideBySideOf(parameters, ceiling), work, () => signal.aborted);
	} finally {
		await Promise.all([accounts.close(), files.close()]);
	}
}

const toItem = (output: Output, item: number): INodeExecutionData =>
	isFailed(output) ? toErrorItem(output, item) : { ...output, pairedItem: { item } };

const toItems = (outcome: Outcome | undefined, item: number): INodeExecutionData[] => {
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
	const outcomes = await workOnAll(context, signal, () => own.abort());
	if (stopped?.aborted) throw cancellation(context, stopped);
	const failedAt = outcomes.findIndex((outcome) => endsNode(outcome) !== undefined);
	const failing = endsNode(outcomes[failedAt]);
	if (failing !== undefined && !goesOnAfterFailure(context)) {
		throw toNodeError(context.getNode(), failing, failedAt);
	}
	const hints = hintsOf(outcomes);
	if (hints.length > 0) context.addExecutionHints?.(...hints);
	const items = forErrorOutput(context.getNode(), outcomes.flatMap(toItems));
	return [forReader(context, items)];
}
