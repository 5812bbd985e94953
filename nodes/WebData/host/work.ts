// One item's way: form to request, request through the service, answer to outputs. It has no branch for any operation.

import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { CallResult, Session } from '../api/client';
import type { Failure } from '../api/failures/failure';
import { findOperation } from '../operations';
import type { Notice, Operation, Part } from '../operations/operation';
import type { Accounts } from './accounts';
import type { Files } from './files';
import { previewOf, toItemJson } from './items';
import { openMemo } from './memo';
import type { Failed, Outcome, Output, Succeeded } from './outcome';
import { prepare, type Prepared } from './parameters';
import type { ParameterSource } from './parameterSource';
import { asBefore, forgetRefused, withRequestId } from './requestKey';
import { hostRuntime } from './runtime';
import { answerWithoutSecret, withoutSecret } from './secret';
import { callSettings, fileLimits } from './settings';

export interface Engine {
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

const knownOperation = ({ context, parameters }: Engine, itemIndex: number): Operation => {
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
interface Job {
	operation: Operation;
	prepared: Prepared;
	requestId?: string;
	apiKey: string;
}

const failed = (job: Job, result: CallResult & { ok: false }): Failed => ({
	kind: 'failed',
	operation: job.operation,
	reading: job.prepared.reading,
	requestId: job.requestId,
	result: { ...result, failure: withoutSecret(result.failure, job.apiKey) },
});

const failedPart = (job: Job, failure: Failure, { attempts, waits }: CallResult): Failed =>
	failed(job, {
		ok: false,
		failure: { ...failure, requestId: job.requestId ?? failure.requestId },
		gaveUp: 'notRetryable',
		attempts,
		waits,
	});

/** An output, and what a person should know of its files. */
interface Made {
	output: Output;
	notices: Notice[];
}

async function toOutput(files: Files, job: Job, part: Part, result: CallResult): Promise<Made> {
	if ('failure' in part) return { output: failedPart(job, part.failure, result), notices: [] };
	const json = toItemJson(part.json);
	if (part.files === undefined) return { output: { json }, notices: [] };
	return await files.attach(json, part.files, fileLimits(job.prepared.settings));
}

async function outcomeOf(files: Files, job: Job, result: CallResult): Promise<Outcome> {
	if (!result.ok) return failed(job, result);
	const { plan, simplify } = job.prepared;
	const answer = answerWithoutSecret(result.answer, job.apiKey);
	const parts = plan.read(answer, { simplify, requestId: job.requestId });
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

const previewed = (json: Succeeded['outputs'][number]): Succeeded => ({
	kind: 'succeeded',
	outputs: [json],
	notices: [],
	effort: { attempts: 0, waits: [] },
});

async function workOn(
	engine: Engine,
	itemIndex: number,
	progress: { sent: boolean },
): Promise<Outcome> {
	const { context, accounts, files, signal } = engine;
	const operation = knownOperation(engine, itemIndex);
	const asked = prepare(engine.parameters, operation, itemIndex);
	if ('issues' in asked) return { kind: 'refused', issues: asked.issues };
	const opened = await accounts.of(itemIndex);
	if ('issues' in opened) return { kind: 'refused', issues: opened.issues };
	const memo = openMemo(context, itemIndex, asked.request);
	const prepared = asBefore(asked, operation, memo);
	const request = withRequestId(context, itemIndex, prepared, memo);
	if (prepared.settings.previewRequest) {
		return previewed({ json: previewOf(opened.account, request) });
	}
	const session: Session = {
		...opened,
		runtime: hostRuntime,
		settings: callSettings(prepared.settings),
		memo,
		signal,
		isStopped: () => context.getExecutionCancelSignal()?.aborted === true,
	};
	const requestId = request.headers?.['x-request-id'];
	const job = { operation, prepared, requestId, apiKey: opened.account.apiKey };
	progress.sent = true;
	const result = await prepared.plan.carryOut(request, session);
	forgetRefused(request, result, memo);
	return await outcomeOf(files, job, result);
}

/** What one item comes to. Never rejects: faults of n8n's own (no credential, an expression that fails) belong to the item, too. */
export async function workSafely(engine: Engine, itemIndex: number): Promise<Outcome> {
	const progress = { sent: false };
	try {
		return await workOn(engine, itemIndex, progress);
	} catch (error) {
		const thrown = error instanceof Error ? error : new Error(String(error));
		return { kind: 'thrown', error: thrown, ...progress };
	}
}
