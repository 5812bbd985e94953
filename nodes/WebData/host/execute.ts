// The engine: takes n8n's items through an operation and back, side by side. It has no branch for any operation.

import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { call, type Session } from '../api/client';
import { findOperation } from '../operations';
import type { Operation } from '../operations/operation';
import { openAccounts, type Accounts } from './accounts';
import { toCancellation, toErrorItem, toNodeError } from './errors';
import { hintsOf } from './hints';
import { jsonOf, previewOf } from './items';
import type { Failing, Outcome, Succeeded } from './outcome';
import { inParallel } from './parallel';
import { prepare, readSettings } from './parameters';
import { hostRuntime } from './runtime';
import { callSettings } from './settings';

interface Engine {
	context: IExecuteFunctions;
	accounts: Accounts;
	signal: AbortSignal;
}

const operationOf = (context: IExecuteFunctions, itemIndex: number): Operation => {
	const resource = String(context.getNodeParameter('resource', itemIndex, ''));
	const name = String(context.getNodeParameter('operation', itemIndex, ''));
	const operation = findOperation(resource, name);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node does not know the operation '${name}' of '${resource}'`,
		{ description: "Choose another 'Operation', or update the node.", itemIndex },
	);
};

const succeeded = (json: Succeeded['json'], rest: Partial<Succeeded> = {}): Succeeded => ({
	kind: 'succeeded',
	json,
	notices: [],
	effort: { attempts: 0, waits: [] },
	...rest,
});

async function work({ context, accounts, signal }: Engine, itemIndex: number): Promise<Outcome> {
	const operation = operationOf(context, itemIndex);
	const prepared = prepare(context, operation, itemIndex);
	if ('issues' in prepared) return { kind: 'refused', issues: prepared.issues };
	const opened = await accounts.of(itemIndex);
	if ('issues' in opened) return { kind: 'refused', issues: opened.issues };
	const { request, settings, simplify, reading } = prepared;
	if (settings.previewRequest) return succeeded(previewOf(opened.account, request));
	const session: Session = {
		...opened,
		runtime: hostRuntime,
		settings: callSettings(settings),
		signal,
	};
	const result = await call(request, session);
	if (!result.ok) return { kind: 'failed', operation, reading, result };
	return succeeded(jsonOf(result.answer, operation, simplify), {
		notices: operation.notices?.(result.answer) ?? [],
		effort: result,
	});
}

/** Faults of n8n's own (a missing credential, an expression that fails) belong to the item, too. */
const workSafely = async (engine: Engine, itemIndex: number): Promise<Outcome> => {
	try {
		return await work(engine, itemIndex);
	} catch (error) {
		return { kind: 'thrown', error: error instanceof Error ? error : new Error(String(error)) };
	}
};

const isFailing = (outcome: Outcome | undefined): outcome is Failing =>
	outcome !== undefined && outcome.kind !== 'succeeded';

const isAborted = (outcome: Outcome): boolean =>
	outcome.kind === 'failed' && outcome.result.gaveUp === 'aborted';

const concurrencyOf = (context: IExecuteFunctions): number => {
	const read = readSettings(context, 0);
	return 'settings' in read ? read.settings.maxConcurrency : 1;
};

const toItem = (outcome: Outcome | undefined, itemIndex: number): INodeExecutionData[] => {
	if (outcome === undefined) return [];
	if (isFailing(outcome)) return [toErrorItem(outcome, itemIndex)];
	return [{ json: outcome.json, pairedItem: { item: itemIndex } }];
};

/** Works on all items until they are done, one failed that ends the node, or the execution is stopped. */
async function workOnAll(context: IExecuteFunctions, signal: AbortSignal, stop: () => void) {
	const accounts = openAccounts(context);
	const engine: Engine = { context, accounts, signal };
	const goesOn = context.continueOnFail();
	try {
		return await inParallel(
			context.getInputData().length,
			concurrencyOf(context),
			async (index) => {
				const outcome = await workSafely(engine, index);
				if (isFailing(outcome) && !goesOn && !isAborted(outcome)) stop();
				return outcome;
			},
			() => signal.aborted,
		);
	} finally {
		await accounts.close();
	}
}

const cancellation = (context: IExecuteFunctions, signal?: AbortSignal): Error =>
	toCancellation(context.getNode(), context.getExecutionId(), signal);

/**
 * The node's `execute`. One output item for each input item, in their order, each paired with its own.
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
	const failedAt = outcomes.findIndex((each) => isFailing(each) && !isAborted(each));
	const failing = outcomes[failedAt];
	if (isFailing(failing) && !context.continueOnFail()) {
		throw toNodeError(context.getNode(), failing, failedAt);
	}
	const hints = hintsOf(outcomes);
	if (hints.length > 0) context.addExecutionHints?.(...hints);
	return [outcomes.flatMap(toItem)];
}
