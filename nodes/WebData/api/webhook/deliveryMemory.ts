/** Number of deliveries that a node remembers. The service repeats a delivery for 21 minutes. */
export const MAX_REMEMBERED = 1000;

/** Number of nodes whose deliveries a process remembers. */
const MAX_NODES = 100;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].slice(-MAX_REMEMBERED);

/**
 * Remembers the deliveries of each node. `stored` is what n8n keeps for the node. Executions that run at the same time
 * overwrite it, so the process has its own list in addition.
 */
export class DeliveryMemory {
	private readonly byNode = new Map<string, string[]>();

	has(node: string, stored: readonly string[], id: string): boolean {
		return stored.includes(id) || (this.byNode.get(node)?.includes(id) ?? false);
	}

	/** Returns the list that n8n is to keep. */
	add(node: string, stored: readonly string[], id: string): string[] {
		const known = this.byNode.get(node) ?? [];
		const ids = unique([...stored, ...known, id]);
		this.byNode.delete(node);
		this.byNode.set(node, ids);
		const [oldest] = this.byNode.keys();
		if (this.byNode.size > MAX_NODES && oldest !== undefined) this.byNode.delete(oldest);
		return ids;
	}
}
