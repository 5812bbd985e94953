// The `x-request-id` of keyed work: under it the service gives what was bought before, as long as it is asked for the same.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../api/answer';
import type { CallResult } from '../api/client';
import { derivedRequestId, fingerprint } from '../api/idempotency';
import type { Memo } from '../api/memo';
import { parsedUrl } from '../api/parsedUrl';
import type { ApiRequest } from '../api/request';
import type { Operation } from '../operations/operation';
import { runIndexOf } from './memo';
import { preparedWith, type Prepared } from './parameters';
import { hasExpression } from './parameterSource';

type KeySource = Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getNode' | 'getExecutionId'>;

/**
 * What an execution and every *Retry* of it have in common. n8n stores a token with the execution before its
 * first node runs, and it stands in the address that resumes it: a crash loses the node's context, but not this.
 * An n8n without it tells executions apart by their ids alone.
 */
function executionOf(source: KeySource, itemIndex: number): string {
	const { $execution }: JsonObject = source.getWorkflowDataProxy(itemIndex);
	const address = isObject($execution) ? parsedUrl(String($execution.resumeUrl)) : undefined;
	const token = address?.searchParams.get('signature');
	return token ? fingerprint({ token }) : source.getExecutionId();
}

/**
 * What is sent for an item that may have been sent before: the same as then, whatever its expressions give now.
 * Under one key the service refuses another body, and under another key it would be bought again.
 */
export function asBefore(prepared: Prepared, operation: Operation, memo: Memo): Prepared {
	if (prepared.request.replay !== 'keyed') return prepared;
	const { values } = memo.recall();
	return values === undefined ? prepared : preparedWith(values, prepared, operation);
}

/** Gives a keyed request its `x-request-id`, unless the user gave it one, and remembers what is sent under it. */
export function withRequestId(
	source: KeySource,
	itemIndex: number,
	{ request, reading }: Prepared,
	memo: Memo,
): ApiRequest {
	if (request.replay !== 'keyed') return request;
	const own = request.headers?.['x-request-id'];
	const { id: nodeId, parameters } = source.getNode();
	const identity = {
		execution: executionOf(source, itemIndex),
		nodeId,
		runIndex: runIndexOf(source, itemIndex),
		itemIndex,
	};
	const requestId =
		own ?? memo.recall().requestId ?? derivedRequestId(identity, request.body ?? {});
	memo.keep({ requestId, values: hasExpression(parameters) ? reading.values : undefined });
	return {
		...request,
		headers: { ...request.headers, 'x-request-id': requestId },
		keyIsOurs: own === undefined,
	};
}

/** Nothing was done under the key: the next try may ask for something else. */
export function forgetRefused({ replay }: ApiRequest, result: CallResult, memo: Memo): void {
	if (replay === 'keyed' && !result.ok && result.mayHaveRun === false) memo.keep({});
}
