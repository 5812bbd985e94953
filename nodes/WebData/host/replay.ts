import type { IContextObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ApiRequest } from '../client/client';
import type { ReplayRecord, ReplayStore } from '../client/replay';
import { deriveRequestId, fingerprint } from '../client/request';
import { ServiceError } from '../client/serviceError';
import { maskFailure } from '../errors/mask';
import { hasExpression } from '../form/labels';
import { isGroup } from '../form/marks';
import { isObject, type JsonObject, parseUrl } from '../json/json';
import type { Operation } from '../operation/operation';
import { type Plan, planItem } from '../operation/plan';
import type { ReadyItem } from './item';
import { hostRuntime } from './network/runtime';
import { isTool } from './output/tool';

type RecordSource = Pick<
	IExecuteFunctions,
	'getContext' | 'getExecutionId' | 'getWorkflowDataProxy' | 'isToolExecution'
>;

/** What n8n stores with an execution and keeps for its retries. */
export interface ExecutionRecord {
	executionId: string;
	/** Identifies the execution and all its retries. */
	identityOf(itemIndex: number): string;
	/** Shared by all nodes of the execution. */
	flow: IContextObject;
	node: IContextObject;
}

/** Returns the URL that resumes the execution while it waits. */
export function resumeUrlOf(source: RecordSource, itemIndex: number): string | undefined {
	const { $execution }: JsonObject = source.getWorkflowDataProxy(itemIndex);
	return isObject($execution) ? String($execution.resumeUrl) : undefined;
}

/**
 * Returns an ID that stays the same when an execution is retried. The ID is a hash of a token that n8n stores with the
 * execution: the token in the resume URL.
 */
function executionIdentity(source: RecordSource, itemIndex: number): string {
	const token = parseUrl(resumeUrlOf(source, itemIndex) ?? '')?.searchParams.get('signature');
	return token ? fingerprint({ token }) : source.getExecutionId();
}

/** Returns undefined if the node runs without an execution. In this case, `getContext` throws. */
function storedRecord(source: RecordSource): ExecutionRecord | undefined {
	const executionId: string | undefined = source.getExecutionId();
	if (executionId === undefined) return undefined;
	try {
		const [flow, node] = [source.getContext('flow'), source.getContext('node')];
		return { executionId, identityOf: (index) => executionIdentity(source, index), flow, node };
	} catch {
		return undefined;
	}
}

/**
 * The MCP Server Trigger and n8n's agents run tools without an execution. Other agents run the tools of several items in
 * parallel with the same run index. In both cases, the record belongs to one call of the tool.
 */
export function openExecutionRecord(source: RecordSource): ExecutionRecord {
	const ownIdentity = fingerprint({ random: [hostRuntime.random(), hostRuntime.random()] });
	const ownRecord = { identityOf: () => ownIdentity, node: {} };
	const stored = storedRecord(source);
	if (stored === undefined) return { executionId: ownIdentity, flow: {}, ...ownRecord };
	return source.isToolExecution?.() === true ? { ...stored, ...ownRecord } : stored;
}

// Stores records of paid work in the node's context, which n8n keeps for retries.

interface ReplaySource {
	context: Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getNode'>;
	record: ExecutionRecord;
}

interface Fingerprints {
	request: string;
	/** Fingerprint of the sent parameters before expressions are resolved. */
	form: string;
}

type StoredRecord = ReplayRecord & Fingerprints;

/**
 * Returns the parameters whose values are sent, before expressions are resolved. A retry with another setting of the
 * node, such as a longer *Max Wait*, must find the record of the earlier attempt.
 */
export function sentParameters(
	{ form: { fields, own = [] } }: Operation,
	stored: JsonObject,
): JsonObject {
	const sentOf = (level: readonly INodeProperties[], values: JsonObject): JsonObject =>
		Object.fromEntries(
			level
				.filter(({ name }) => name in values && !own.includes(name))
				.map((field) => {
					const value = values[field.name];
					const options = isGroup(field) ? (field.options as INodeProperties[]) : undefined;
					return [field.name, options && isObject(value) ? sentOf(options, value) : value];
				}),
		);
	const { resource, operation } = stored;
	return { resource, operation, ...sentOf(fields, stored) };
}

const STORAGE_KEY = 'webData';

const recordsOf = ({ node }: ExecutionRecord): Record<string, StoredRecord> => {
	node[STORAGE_KEY] ??= {};
	return node[STORAGE_KEY] as Record<string, StoredRecord>;
};

/** Returns the number of earlier runs of the node in this execution. */
const runIndexOf = (
	source: Pick<IExecuteFunctions, 'getWorkflowDataProxy'>,
	itemIndex: number,
): number => Number(source.getWorkflowDataProxy(itemIndex).$runIndex ?? 0);

/**
 * Opens the replay store for one item. The execution ID changes with *Retry*, so the store identifies an item by its
 * position.
 */
export function openReplayStore(
	{ context, record: executionRecord }: ReplaySource,
	{ index: itemIndex, operation, opened: { account } }: ReadyItem,
	request: ApiRequest,
): ReplayStore {
	let identity: { storageKey: string; fingerprints: Fingerprints } | undefined;
	const identify = () => {
		if (identity !== undefined) return identity;
		const node = context.getNode();
		const fingerprints = {
			request: fingerprint({ path: request.path, body: request.body }),
			form: fingerprint(sentParameters(operation, node.parameters)),
		};
		const position = `${runIndexOf(context, itemIndex)}:${itemIndex}`;
		// A model can send different requests with the same form.
		const storageKey = isTool(node) ? `${position}:${fingerprints.request}` : position;
		return (identity = { storageKey, fingerprints });
	};
	return {
		get: () => {
			const { storageKey, fingerprints } = identify();
			const stored = recordsOf(executionRecord)[storageKey];
			if (stored === undefined) return {};
			const { request: storedRequest, form, ...record } = stored;
			return storedRequest === fingerprints.request || form === fingerprints.form ? record : {};
		},
		set: (record) => {
			const { storageKey, fingerprints } = identify();
			// n8n stores the context with the execution, so the API key is masked.
			const masked =
				'failure' in record
					? { ...record, failure: maskFailure(record.failure, account.apiKey) }
					: record;
			recordsOf(executionRecord)[storageKey] = { ...masked, ...fingerprints };
		},
	};
}

/** Restores the form values of an earlier attempt. The service rejects a different body with the same request ID. */
export function restoreValues(operation: Operation, plan: Plan, replayStore: ReplayStore): Plan {
	if (plan.request.idempotency !== 'keyed') return plan;
	const record = replayStore.get();
	if (!('values' in record) || record.values === undefined) return plan;
	const isOwn = ([name]: [string, unknown]): boolean => operation.form.own?.includes(name) === true;
	const settings = Object.fromEntries(Object.entries(plan.entered).filter(isOwn));
	const restored = planItem(operation, { ...record.values, ...settings });
	return 'issues' in restored ? plan : restored;
}

/** Returns the request. If its `idempotency` is `keyed`, adds an `x-request-id` header and stores the ID. */
export function withRequestId(
	{ context, record }: ReplaySource,
	itemIndex: number,
	plan: Plan,
	replayStore: ReplayStore,
): ApiRequest {
	const { request } = plan;
	if (request.idempotency !== 'keyed') return request;
	const userRequestId = request.headers?.['x-request-id'];
	const earlier = replayStore.get();
	const earlierId = 'requestId' in earlier ? earlier.requestId : undefined;
	const { id: nodeId, parameters } = context.getNode();
	const execution = record.identityOf(itemIndex);
	const identity = { execution, nodeId, runIndex: runIndexOf(context, itemIndex), itemIndex };
	const requestId = userRequestId ?? earlierId ?? deriveRequestId(identity, request.body ?? {});
	const values = hasExpression(parameters) ? plan.entered : undefined;
	replayStore.set({ requestId, values, sentBefore: earlierId !== undefined });
	const headers = { ...request.headers, 'x-request-id': requestId };
	return { ...request, headers, keyGenerated: userRequestId === undefined };
}

/** Deletes the stored ID of a request that has failed, if the service never executed the request. */
export function clearIfRejected(
	{ idempotency }: ApiRequest,
	thrown: unknown,
	replayStore: ReplayStore,
): void {
	if (idempotency !== 'keyed' || !(thrown instanceof ServiceError)) return;
	const record = replayStore.get();
	const isSentBefore = 'sentBefore' in record && record.sentBefore;
	if (!thrown.failure.possiblyExecuted && !isSentBefore) replayStore.set({});
}
