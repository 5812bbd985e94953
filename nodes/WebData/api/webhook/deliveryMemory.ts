/** Maximum number of delivery IDs stored for each node. The service repeats a delivery for up to 21 minutes. */
export const MAX_REMEMBERED = 1000;

/** Maximum number of nodes whose deliveries a process stores. */
const MAX_NODES = 100;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].slice(-MAX_REMEMBERED);

/**
 * Stores the delivery IDs of each node to detect repeated deliveries. `stored` is the list that n8n stores for the
 * node. Concurrent executions overwrite that list, so the process also stores its own list.
 */
export class DeliveryMemory {
	private readonly byNode = new Map<string, string[]>();

	has(node: string, stored: readonly string[], id: string): boolean {
		return stored.includes(id) || (this.byNode.get(node)?.includes(id) ?? false);
	}

	/** Adds a delivery ID. Returns the list that n8n must store. */
	add(node: string, stored: readonly string[], id: string): string[] {
		const known = this.byNode.get(node) ?? [];
		const ids = unique([...stored, ...known, id]);
		this.byNode.delete(node);
		this.byNode.set(node, ids);
		const [oldest] = this.byNode.keys();
		if (this.byNode.size > MAX_NODES && oldest !== undefined) this.byNode.delete(oldest);
		return ids;
	}

	/** Forgets a delivery whose execution could not be started. */
	remove(node: string, id: string): void {
		const known = this.byNode.get(node);
		if (known === undefined) return;
		this.byNode.set(
			node,
			known.filter((other) => other !== id),
		);
	}
}
