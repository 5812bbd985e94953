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
	identity: string;
	/** Shared by all nodes of the execution. */
	flow: IContextObject;
	node: IContextObject;
	/** URL that resumes the execution while it waits. */
	resumeUrl?: string;
}

/** Returns undefined if the node runs without an execution. In this case, `getContext` throws. */
function storedRecord(source: RecordSource): ExecutionRecord | undefined {
	const executionId: string | undefined = source.getExecutionId();
	if (executionId === undefined) return undefined;
	try {
		const [flow, node] = [source.getContext('flow'), source.getContext('node')];
		const { $execution }: JsonObject = source.getWorkflowDataProxy(0);
		const resumeUrl = isObject($execution) ? String($execution.resumeUrl) : undefined;
		// n8n stores the token in this URL with the execution, and keeps it when the execution is retried.
		const token = parseUrl(resumeUrl ?? '')?.searchParams.get('signature');
		const identity = token ? fingerprint({ token }) : executionId;
		return { executionId, identity, flow, node, resumeUrl };
	} catch {
		return undefined;
	}
}

/**
 * The MCP Server Trigger and n8n's agents run tools without an execution. Other agents run the tools of several items in
 * parallel with the same run index. In both cases, the record belongs to one call of the tool.
 */
export function openExecutionRecord(source: RecordSource): ExecutionRecord {
	const own = {
		identity: fingerprint({ random: [hostRuntime.random(), hostRuntime.random()] }),
		node: {},
	};
	const stored = storedRecord(source);
	if (stored === undefined) return { executionId: own.identity, flow: {}, ...own };
	return source.isToolExecution?.() === true ? { ...stored, ...own } : stored;
}
