import type { IRunData, IRunExecutionData } from 'n8n-workflow';

export type JsonRecord = Record<string, unknown>;

/** An execution as n8n's REST API returns it. */
export interface SavedExecution {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	stoppedAt?: string | null;
	data: string;
}

export interface Execution extends SavedExecution {
	/** Runs by node name. A node that did not run has no entry. */
	nodes: IRunData;
	error?: IRunExecutionData['resultData']['error'];
}

export async function decode(saved: SavedExecution): Promise<Execution> {
	const { parse } = await import('flatted');
	// An execution that has just started has no data.
	const { resultData } = (parse(saved.data) ?? {}) as Partial<IRunExecutionData>;
	return { ...saved, nodes: resultData?.runData ?? {}, error: resultData?.error };
}

/** Returns the items of the first run of a node. Output 0 is the success branch, and output 1 is the error branch. */
export const itemsOf = ({ nodes }: Execution, node = 'Web Data', output = 0) =>
	nodes[node]?.[0]?.data?.main?.[output] ?? [];

export const outputItemsOf = (execution: Execution, node: string, output = 0): JsonRecord[] =>
	itemsOf(execution, node, output).map(({ json }) => json);

export const hasEnded = ({ status }: Pick<Execution, 'status'>): boolean =>
	!['new', 'running', 'waiting'].includes(status);
