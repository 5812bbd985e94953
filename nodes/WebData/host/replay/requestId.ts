import type { CallResult } from '../../api/http/call';
import { deriveRequestId, deriveUuid, type ItemIdentity } from '../../api/http/idempotency';
import type { ReplayStore } from '../../api/http/replayStore';
import type { ApiRequest } from '../../api/http/request';
import { runIndexOf, type ReplaySource } from './replayStore';
import { withValues, type PreparedItem } from '../input/prepare';
import { hasExpression } from '../../operations/form/place';

/** Restores the form values of an earlier attempt. The service rejects a different body with the same request ID. */
export function restoreValues<Item extends PreparedItem>(
	item: Item,
	replayStore: ReplayStore,
): Item {
	if (item.plan.request.idempotency !== 'keyed') return item;
	const { values } = replayStore.get();
	return values === undefined ? item : withValues(item, values);
}

function identityOf({ context, record }: ReplaySource, itemIndex: number): ItemIdentity {
	return {
		execution: record.identityOf(itemIndex),
		nodeId: context.getNode().id,
		runIndex: runIndexOf(context, itemIndex),
		itemIndex,
	};
}

const withHeaders = <Item extends PreparedItem>(
	item: Item,
	headers: Record<string, string>,
	rest: Partial<ApiRequest> = {},
): Item => {
	const { plan } = item;
	const { request } = plan;
	const keyed = { ...request, headers: { ...request.headers, ...headers }, ...rest };
	return { ...item, plan: { ...plan, request: keyed } };
};

/** Adds a header with a UUID to the item's request. The UUID stays the same when the item is retried. */
export function addUuidKey<Item extends PreparedItem & { index: number }>(
	source: ReplaySource,
	item: Item,
	replayStore: ReplayStore,
): Item {
	const { uuidKeyHeader, body = {} } = item.plan.request;
	if (uuidKeyHeader === undefined) return item;
	const { usedKeys } = replayStore.get();
	const key = deriveUuid(identityOf(source, item.index), body, usedKeys);
	return withHeaders(item, { [uuidKeyHeader]: key });
}

/** Adds an `x-request-id` header to a request whose `idempotency` is `keyed`, and stores the ID. */
export function addRequestId<Item extends PreparedItem & { index: number }>(
	source: ReplaySource,
	item: Item,
	replayStore: ReplayStore,
): Item {
	const { plan, reading, index: itemIndex } = item;
	const { request } = plan;
	if (request.idempotency !== 'keyed') return item;
	const userRequestId = request.headers?.['x-request-id'];
	const { requestId: earlierId } = replayStore.get();
	const requestId =
		userRequestId ??
		earlierId ??
		deriveRequestId(identityOf(source, itemIndex), request.body ?? {});
	const { parameters } = source.context.getNode();
	const values = hasExpression(parameters) ? reading.values : undefined;
	replayStore.set({ requestId, values, sentBefore: earlierId !== undefined });
	return withHeaders(
		item,
		{ 'x-request-id': requestId },
		{ keyGenerated: userRequestId === undefined },
	);
}

/** Deletes the stored request ID if the service never executed the request. */
export function clearIfRejected(
	{ idempotency }: ApiRequest,
	result: CallResult,
	replayStore: ReplayStore,
): void {
	if (idempotency !== 'keyed' || result.ok || result.possiblyExecuted !== false) return;
	if (replayStore.get().sentBefore !== true) replayStore.set({});
}
