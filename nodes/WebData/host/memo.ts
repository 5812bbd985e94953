// Remembers an item's paid work in the node's context, which n8n keeps over Retry On Fail, waits, and Retry of the execution.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, type JsonObject } from '../api/answer';
import { derivedRequestId, fingerprint } from '../api/idempotency';
import type { Memo, Memory } from '../api/memo';
import { parsedUrl } from '../api/parsedUrl';
import type { ApiRequest } from '../api/request';

type MemoSource = Pick<
	IExecuteFunctions,
	'getContext' | 'getWorkflowDataProxy' | 'getNode' | 'getExecutionId'
>;

const SHELF = 'webData';

const shelfOf = (source: MemoSource): Record<string, Memory> => {
	const context: JsonObject = source.getContext('node');
	const shelf = context[SHELF];
	if (isObject(shelf)) return shelf as Record<string, Memory>;
	const empty: Record<string, Memory> = {};
	context[SHELF] = empty;
	return empty;
};

const runIndexOf = (source: MemoSource, itemIndex: number): number =>
	Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/**
 * The memory of one item's request. The execution's id is no part of it: *Retry* of a failed execution
 * runs under another id and must find what the first one bought.
 */
export function openMemo(source: MemoSource, itemIndex: number, request: ApiRequest): Memo {
	let key: string | undefined;
	// Most items never ask: a page that is scraped twice harms nobody.
	const keyOfWork = (): string => {
		const work = () => fingerprint({ path: request.path, body: request.body });
		key ??= `${runIndexOf(source, itemIndex)}:${itemIndex}:${work()}`;
		return key;
	};
	return {
		recall: () => shelfOf(source)[keyOfWork()] ?? {},
		keep: (memory) => {
			shelfOf(source)[keyOfWork()] = memory;
		},
	};
}

/**
 * What an execution and every *Retry* of it have in common. n8n stores a token with the execution before its
 * first node runs, and it stands in the address that resumes it: a crash loses the node's context, but not this.
 * An n8n without it tells executions apart by their ids alone.
 */
function executionOf(source: MemoSource, itemIndex: number): string {
	const { $execution }: JsonObject = source.getWorkflowDataProxy(itemIndex);
	const address = isObject($execution) ? parsedUrl(String($execution.resumeUrl)) : undefined;
	const token = address?.searchParams.get('signature');
	return token ? fingerprint({ token }) : source.getExecutionId();
}

/** Gives a keyed request its `x-request-id`, unless the user gave it one. */
export function withRequestId(
	source: MemoSource,
	itemIndex: number,
	request: ApiRequest,
	memo: Memo,
): ApiRequest {
	if (request.replay !== 'keyed' || request.headers?.['x-request-id'] !== undefined) return request;
	const memory = memo.recall();
	const identity = {
		execution: executionOf(source, itemIndex),
		nodeId: source.getNode().id,
		runIndex: runIndexOf(source, itemIndex),
		itemIndex,
	};
	const requestId = memory.requestId ?? derivedRequestId(identity, request.body ?? {});
	memo.keep({ ...memory, requestId });
	return {
		...request,
		headers: { ...request.headers, 'x-request-id': requestId },
		keyIsOurs: true,
	};
}
