// The `x-request-id` of keyed work: under it the service gives what was bought before, as long as it is asked for the same.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import type { CallResult } from '../../api/http/call';
import { deriveRequestId, fingerprint } from '../../api/http/idempotency';
import type { ReplayStore } from '../../api/http/replayStore';
import { parseUrl } from '../../api/http/parseUrl';
import type { ApiRequest } from '../../api/http/request';
import type { Operation } from '../../operations/operation';
import { runIndexOf } from './replayStore';
import { prepareWith, type PreparedItem } from '../input/prepare';
import { hasExpression } from '../input/parameterSource';

type KeySource = Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getNode' | 'getExecutionId'>;

/**
 * What an execution and every *Retry* of it have in common. n8n stores a token with the execution before its
 * first node runs, and it stands in the address that resumes it: a crash loses the node's context, but not this.
 * An n8n without it tells executions apart by their ids alone.
 */
function executionIdentity(source: KeySource, itemIndex: number): string {
	const { $execution }: JsonObject = source.getWorkflowDataProxy(itemIndex);
	const address = isObject($execution) ? parseUrl(String($execution.resumeUrl)) : undefined;
	const token = address?.searchParams.get('signature');
	return token ? fingerprint({ token }) : source.getExecutionId();
}

/**
 * What is sent for an item that may have been sent before: the same as then, whatever its expressions give now.
 * Under one key the service refuses another body, and under another key it would be bought again.
 */
export function restoreValues(
	prepared: PreparedItem,
	operation: Operation,
	replayStore: ReplayStore,
): PreparedItem {
	if (prepared.request.idempotency !== 'keyed') return prepared;
	const { values } = replayStore.get();
	return values === undefined ? prepared : prepareWith(values, prepared, operation);
}

/** Gives a keyed request its `x-request-id`, unless the user gave it one, and remembers what is sent under it. */
export function addRequestId(
	source: KeySource,
	itemIndex: number,
	{ request, reading }: PreparedItem,
	replayStore: ReplayStore,
): ApiRequest {
	if (request.idempotency !== 'keyed') return request;
	const own = request.headers?.['x-request-id'];
	const { id: nodeId, parameters } = source.getNode();
	const identity = {
		execution: executionIdentity(source, itemIndex),
		nodeId,
		runIndex: runIndexOf(source, itemIndex),
		itemIndex,
	};
	const requestId =
		own ?? replayStore.get().requestId ?? deriveRequestId(identity, request.body ?? {});
	replayStore.set({ requestId, values: hasExpression(parameters) ? reading.values : undefined });
	return {
		...request,
		headers: { ...request.headers, 'x-request-id': requestId },
		keyGenerated: own === undefined,
	};
}

/** Nothing was done under the key: the next try may ask for something else. */
export function clearIfRejected(
	{ idempotency }: ApiRequest,
	result: CallResult,
	replayStore: ReplayStore,
): void {
	if (idempotency === 'keyed' && !result.ok && result.possiblyExecuted === false)
		replayStore.set({});
}
