import type { IExecuteFunctions } from 'n8n-workflow';
import { ServiceError } from '../client/client';
import type { ReplayRecord, ReplayStore } from '../client/replay';
import { type ApiRequest, deriveRequestId } from '../client/request';
import { maskFailure } from '../errors/mask';
import type { Failure } from '../errors/row';
import { once } from '../form/field';
import { isGroup } from '../form/marks';
import { hasExpression } from '../form/stored';
import { fingerprint, groupBy, isObject, type JsonObject } from '../json/json';
import type { Operation } from '../operation/operation';
import { type Plan, planItem } from '../operation/plan';
import type { ExecutionRecord } from './executionRecord';
import { type Batch, planOfBatch, type ReadyItem } from './item';
import { sayWith } from './output/text';
import { isTool } from './output/tool';

// Stores records of paid work in the node's context, which n8n keeps for retries.

interface ReplaySource {
	context: Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getNode'>;
	record: ExecutionRecord;
}

/** Identifies a request in a later attempt. */
interface Identity {
	/** Indexes of the node's run and of the item. */
	position: string;
	/** Fingerprint of the request. */
	request: string;
	/** Fingerprint of the sent parameters before expressions are resolved. */
	form: string;
}

type StoredRecord = ReplayRecord & Identity;

/**
 * Returns the parameters whose values are sent, before expressions are resolved. A retry with another setting of the
 * node, such as a longer *Max Wait*, must find the record of the earlier attempt.
 */
export function sentParameters({ form }: Operation, stored: JsonObject): JsonObject {
	const { resource, operation } = stored;
	const parameters = form.fields.reduce<JsonObject>((others, field) => {
		const value = stored[field.name];
		const ofField = isGroup(field) && isObject(value) ? value : { [field.name]: value };
		return { ...others, ...ofField };
	}, {});
	return { resource, operation, ...form.sent(parameters) };
}

const STORAGE_KEY = 'webData';

const recordsOf = ({ node }: ExecutionRecord): Record<string, StoredRecord> => {
	node[STORAGE_KEY] ??= {};
	return node[STORAGE_KEY] as Record<string, StoredRecord>;
};

const runIndexOf = (
	source: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	itemIndex: number,
): number => Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/** The fingerprints contain the account, because its jobs and results do not belong to another account. */
function identityOf(
	{ context }: ReplaySource,
	{ index, operation, account: { id } }: ReadyItem,
	{ route: { path }, ids, body }: ApiRequest,
): Identity {
	const form = sentParameters(operation, context.getNode().parameters);
	return {
		position: `${runIndexOf(context, index)}:${index}`,
		request: fingerprint({ account: id, path, ids, body }),
		form: fingerprint({ account: id, form }),
	};
}

/** Whether a retry of the execution needs the record of an earlier attempt for this request. */
export const usesRecord = ({ route }: ApiRequest): boolean =>
	route.idempotency === 'keyed' || route.idempotency === 'unsafe';

/**
 * Returns the keys of the records of an earlier attempt, by the index of the item. The order of the items can change
 * between attempts, so the request identifies a record, and of equal requests, the position. If an expression returns
 * another value in each attempt, such as the time, the position and the form identify the record.
 */
export function findRecords(
	source: ReplaySource,
	batches: readonly Batch[],
): ReadonlyMap<number, string> {
	const keys = new Map<number, string>();
	const runPrefix = `${runIndexOf(source.context, 0)}:`;
	const records = new Map(
		Object.entries(recordsOf(source.record)).filter(([key]) => key.startsWith(runPrefix)),
	);
	if (records.size === 0) return keys;
	const replayed = batches.flatMap((batch) => {
		const [item] = batch;
		const { request } = planOfBatch(batch);
		return usesRecord(request) ? [{ index: item.index, ...identityOf(source, item, request) }] : [];
	});
	const claimBy = (identify: (of: Identity) => string): void => {
		const unclaimed = groupBy([...records], ([, record]) => identify(record));
		for (const candidate of replayed) {
			if (keys.has(candidate.index)) continue;
			const [key] = unclaimed.get(identify(candidate))?.shift() ?? [];
			if (key === undefined) continue;
			keys.set(candidate.index, key);
			records.delete(key);
		}
	};
	claimBy(({ position, request }) => `${position} ${request}`);
	claimBy(({ request }) => request);
	// A model can send different requests with the same form.
	if (!isTool(source.context.getNode())) claimBy(({ position, form }) => `${position} ${form}`);
	return keys;
}

const isOfJob = (record: ReplayRecord): boolean =>
	'parts' in record ? Object.values(record.parts).some(isOfJob) : 'jobId' in record;

/** Whether the record with this key contains a job that was started. */
export const hasJob = (record: ExecutionRecord, key = ''): boolean =>
	isOfJob(recordsOf(record)[key] ?? {});

/** Returns a failure as JSON, without the API key, because n8n stores the context with the execution. */
const storedFailure = (failure: Failure, { labelOf, account }: ReadyItem): Failure => ({
	...maskFailure(failure, account.apiKey),
	remedy: sayWith(labelOf)(failure.remedy),
});

/**
 * Opens the replay store of a request. `foundKey` is the key of the record of an earlier attempt. The execution ID
 * changes with *Retry*, so it is not part of the key.
 */
export function openReplayStore(
	source: ReplaySource,
	item: ReadyItem,
	request: ApiRequest,
	foundKey?: string,
): ReplayStore {
	const open = once(() => {
		const identity = identityOf(source, item, request);
		return { key: foundKey ?? `${identity.position}:${identity.request}`, identity };
	});
	return {
		get: () => {
			const stored = recordsOf(source.record)[open().key];
			if (stored === undefined) return {};
			const { request: _request, form: _form, position: _position, ...record } = stored;
			return record;
		},
		set: (record) => {
			const { key, identity } = open();
			const masked =
				'failure' in record ? { ...record, failure: storedFailure(record.failure, item) } : record;
			recordsOf(source.record)[key] = { ...masked, ...identity };
		},
	};
}

/** Restores the form values of an earlier attempt. The service rejects a different body with the same request ID. */
function restoreValues(operation: Operation, plan: Plan, replayStore: ReplayStore): Plan {
	if (plan.request.route.idempotency !== 'keyed') return plan;
	const record = replayStore.get();
	if (!('values' in record) || record.values === undefined) return plan;
	const restored = planItem(operation, { ...record.values, ...operation.form.own(plan.entered) });
	return 'issues' in restored ? plan : restored;
}

/** Returns the request. If its `idempotency` is `keyed`, adds an `x-request-id` header and stores the ID. */
function withRequestId(
	{ context, record }: ReplaySource,
	itemIndex: number,
	plan: Plan,
	replayStore: ReplayStore,
): ApiRequest {
	const { request } = plan;
	if (request.route.idempotency !== 'keyed') return request;
	const userRequestId = request.headers?.['x-request-id'];
	const earlier = replayStore.get();
	const earlierId = 'requestId' in earlier ? earlier.requestId : undefined;
	const { id: nodeId, parameters } = context.getNode();
	const execution = record.identity;
	const identity = { execution, nodeId, runIndex: runIndexOf(context, itemIndex), itemIndex };
	const requestId = userRequestId ?? earlierId ?? deriveRequestId(identity, request.body ?? {});
	const values = hasExpression(parameters) ? plan.entered : undefined;
	replayStore.set({ requestId, values, sentBefore: earlierId !== undefined });
	const headers = { ...request.headers, 'x-request-id': requestId };
	return { ...request, headers, keyGenerated: userRequestId === undefined };
}

/**
 * Returns the request of a batch with its replay store. If an earlier attempt has sent the request, restores its values
 * and its ID.
 */
export function openReplay(
	source: ReplaySource,
	batch: Batch,
	recordKey?: string,
): { plan: Plan; request: ApiRequest; replayStore: ReplayStore } {
	const [item] = batch;
	const shared = planOfBatch(batch);
	const stored = openReplayStore(source, item, shared.request, recordKey);
	// A preview sends nothing, so a later attempt must not repeat its request.
	const replayStore = item.settings.previewRequest ? { ...stored, set: () => undefined } : stored;
	const plan = restoreValues(item.operation, shared, replayStore);
	return { plan, request: withRequestId(source, item.index, plan, replayStore), replayStore };
}

/** Deletes the stored ID of a request that has failed, if the service never executed the request. */
export function clearIfRejected(
	{ route }: ApiRequest,
	thrown: unknown,
	replayStore: ReplayStore,
): void {
	if (route.idempotency !== 'keyed' || !(thrown instanceof ServiceError)) return;
	const record = replayStore.get();
	const isSentBefore = 'sentBefore' in record && record.sentBefore;
	if (!thrown.failure.possiblyExecuted && !isSentBefore) replayStore.set({});
}
