import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { fingerprint, isObject, type JsonObject, parseUrl } from '../json/json';
import { hostRuntime } from './network/runtime';

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
