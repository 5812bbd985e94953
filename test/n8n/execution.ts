export type JsonRecord = Record<string, unknown>;

export interface Item {
	json: JsonRecord;
	binary?: Record<string, JsonRecord>;
	pairedItem?: unknown;
	error?: JsonRecord;
}

export interface NodeRun {
	status: string;
	/** Items by output. Output 0 is the success branch, and output 1 is the error branch. */
	outputs: Item[][];
	error?: JsonRecord;
	hints: { message: string; type?: string }[];
	executionTime: number;
}

export interface Execution {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	/** End time in milliseconds since the epoch. NaN if the execution has not ended. */
	stoppedAt: number;
	/** Runs by node name. A node that did not run has no entry. */
	nodes: Record<string, NodeRun[]>;
	error?: JsonRecord;
}

interface Saved {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	stoppedAt?: string | null;
	data: string;
}

interface RunData {
	resultData?: { runData?: Record<string, SavedRun[]>; error?: JsonRecord };
}

interface SavedRun {
	executionStatus?: string;
	executionTime?: number;
	data?: { main?: (Item[] | null)[] };
	error?: JsonRecord;
	hints?: NodeRun['hints'];
}

export async function decode(saved: Saved): Promise<Execution> {
	const { parse } = await import('flatted');
	// An execution that has just started has no data.
	const { resultData } = (parse(saved.data) ?? {}) as RunData;
	const runs = Object.entries(resultData?.runData ?? {});
	return {
		id: saved.id,
		workflowId: saved.workflowId,
		status: saved.status,
		mode: saved.mode,
		stoppedAt: Date.parse(saved.stoppedAt ?? ''),
		nodes: Object.fromEntries(runs.map(([name, list]) => [name, list.map(nodeRun)])),
		error: resultData?.error,
	};
}

function nodeRun(run: SavedRun): NodeRun {
	return {
		status: run.executionStatus ?? 'unknown',
		outputs: (run.data?.main ?? []).map((items) => items ?? []),
		error: run.error,
		hints: run.hints ?? [],
		executionTime: run.executionTime ?? 0,
	};
}

export function outputItemsOf(execution: Execution, node: string, output = 0): JsonRecord[] {
	return (execution.nodes[node]?.[0]?.outputs[output] ?? []).map(({ json }) => json);
}

/** Returns the details that the node added to the error of the execution. */
export function detailsOf(execution: Execution | undefined): JsonRecord {
	const { data } = (execution?.error?.context ?? {}) as { data?: JsonRecord };
	return data ?? {};
}

export function hasEnded({ status }: Pick<Execution, 'status'>): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}
