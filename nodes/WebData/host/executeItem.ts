// One item's way: form to request, request through the service, answer to outputs. It has no branch for any operation.

import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { CallResult, Session } from '../api/http/call';
import type { Failure } from '../api/errors/failure';
import { findOperation } from '../operations';
import type { Notice, Operation, OutputPart } from '../operations/operation';
import type { Accounts } from './network/accounts';
import type { Files } from './output/files';
import { requestPreview, toItemJson } from './output/itemJson';
import { openReplayStore } from './replay/replayStore';
import type { FailedItem, ItemResult, ItemOutput, SucceededItem } from './itemResult';
import { prepare, type PreparedItem } from './input/prepare';
import type { ParameterSource } from './input/parameterSource';
import { restoreValues, clearIfRejected, addRequestId } from './replay/requestId';
import { hostRuntime } from './network/runtime';
import { maskResponse, maskFailure } from './output/maskSecret';
import { callSettings, fileLimits } from './input/settings';

export interface ExecutionContext {
	context: IExecuteFunctions;
	parameters: ParameterSource;
	accounts: Accounts;
	files: Files;
	signal: AbortSignal;
}

/** The operation that an item's parameters name. */
export function operationAt(parameters: ParameterSource, itemIndex: number): Operation | undefined {
	const resource = String(parameters.get('resource', itemIndex, ''));
	return findOperation(resource, String(parameters.get('operation', itemIndex, '')));
}

const knownOperation = (
	{ context, parameters }: ExecutionContext,
	itemIndex: number,
): Operation => {
	const operation = operationAt(parameters, itemIndex);
	if (operation !== undefined) return operation;
	const name = String(parameters.get('operation', itemIndex, ''));
	const resource = String(parameters.get('resource', itemIndex, ''));
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node does not know the operation '${name}' of '${resource}'`,
		{ description: "Choose another 'Operation', or update the node.", itemIndex },
	);
};

/** Everything that an item's outputs are made with. */
interface ItemRun {
	operation: Operation;
	prepared: PreparedItem;
	requestId?: string;
	apiKey: string;
}

const toFailedItem = (job: ItemRun, result: CallResult & { ok: false }): FailedItem => ({
	kind: 'failed',
	operation: job.operation,
	reading: job.prepared.reading,
	requestId: job.requestId,
	result: { ...result, failure: maskFailure(result.failure, job.apiKey) },
});

const toFailedPart = (
	job: ItemRun,
	failure: Failure,
	{ attempts, waits }: CallResult,
): FailedItem =>
	toFailedItem(job, {
		ok: false,
		failure: { ...failure, requestId: job.requestId ?? failure.requestId },
		stopReason: 'notRetryable',
		attempts,
		waits,
	});

/** An output, and what a person should know of its files. */
interface OutputWithNotices {
	output: ItemOutput;
	notices: Notice[];
}

async function toOutput(
	files: Files,
	job: ItemRun,
	part: OutputPart,
	result: CallResult,
): Promise<OutputWithNotices> {
	if ('failure' in part) return { output: toFailedPart(job, part.failure, result), notices: [] };
	const json = toItemJson(part.json);
	if (part.files === undefined) return { output: { json }, notices: [] };
	return await files.attach(json, part.files, fileLimits(job.prepared.settings));
}

async function toItemResult(files: Files, job: ItemRun, result: CallResult): Promise<ItemResult> {
	if (!result.ok) return toFailedItem(job, result);
	const { plan, simplify } = job.prepared;
	const answer = maskResponse(result.answer, job.apiKey);
	const parts = plan.toParts(answer, { simplify, requestId: job.requestId });
	const made = await Promise.all(parts.map((part) => toOutput(files, job, part, result)));
	return {
		kind: 'succeeded',
		outputs: made.map(({ output }) => output),
		notices: [
			...plan.notices(answer, hostRuntime.now()),
			...made.flatMap(({ notices }) => notices),
		],
		effort: { attempts: result.attempts, waits: result.waits },
	};
}

const previewResult = (json: SucceededItem['outputs'][number]): SucceededItem => ({
	kind: 'succeeded',
	outputs: [json],
	notices: [],
	effort: { attempts: 0, waits: [] },
});

async function executeItem(
	engine: ExecutionContext,
	itemIndex: number,
	progress: { sent: boolean },
): Promise<ItemResult> {
	const { context, accounts, files, signal } = engine;
	const operation = knownOperation(engine, itemIndex);
	const asked = prepare(engine.parameters, operation, itemIndex);
	if ('issues' in asked) return { kind: 'refused', issues: asked.issues };
	const opened = await accounts.of(itemIndex);
	if ('issues' in opened) return { kind: 'refused', issues: opened.issues };
	const replayStore = openReplayStore(context, itemIndex, asked.request);
	const prepared = restoreValues(asked, operation, replayStore);
	const request = addRequestId(context, itemIndex, prepared, replayStore);
	if (prepared.settings.previewRequest) {
		return previewResult({ json: requestPreview(opened.account, request) });
	}
	const session: Session = {
		...opened,
		runtime: hostRuntime,
		settings: callSettings(prepared.settings),
		replayStore,
		signal,
		isStopped: () => context.getExecutionCancelSignal()?.aborted === true,
	};
	const requestId = request.headers?.['x-request-id'];
	const job = { operation, prepared, requestId, apiKey: opened.account.apiKey };
	progress.sent = true;
	const result = await prepared.plan.execute(request, session);
	clearIfRejected(request, result, replayStore);
	return await toItemResult(files, job, result);
}

/** What one item comes to. Never rejects: faults of n8n's own (no credential, an expression that fails) belong to the item, too. */
export async function executeItemSafely(
	engine: ExecutionContext,
	itemIndex: number,
): Promise<ItemResult> {
	const progress = { sent: false };
	try {
		return await executeItem(engine, itemIndex, progress);
	} catch (error) {
		const thrown = error instanceof Error ? error : new Error(String(error));
		return { kind: 'thrown', error: thrown, ...progress };
	}
}
