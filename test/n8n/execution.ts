export type JsonRecord = Record<string, unknown>;

export interface Item {
	json: JsonRecord;
	binary?: Record<string, JsonRecord>;
	pairedItem?: unknown;
	error?: JsonRecord;
}

export interface NodeRun {
	status: string;
	/**
	 * Items by output. The first output is the success branch, and the second is the error branch.
	 */
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
	/**
	 * Time at which the execution ended, in milliseconds since the epoch. NaN while it is running.
	 */
	stoppedAt: number;
	/** The runs of each node, by node name. Nodes that did not run are not included. */
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
	// Data is missing for an execution that has just started.
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

/** Returns the items of one output in the first run of a node. */
export function outputItemsOf(execution: Execution, node: string, output = 0): JsonRecord[] {
	return (execution.nodes[node]?.[0]?.outputs[output] ?? []).map(({ json }) => json);
}

export function hasEnded({ status }: Pick<Execution, 'status'>): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}
