/**
 * Maximum number of stored delivery IDs per node. The service stops repeating a delivery after 21 minutes, so old IDs
 * are no longer needed.
 */
export const MAX_REMEMBERED = 1000;

const MAX_NODES = 100;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].slice(-MAX_REMEMBERED);

/**
 * Stores the delivery IDs of each node to detect repeated deliveries. The parameter `stored` is the list that n8n
 * stores for the node. Concurrent executions overwrite the list in n8n, so the process also keeps its own list.
 */
export class DeliveryMemory {
	private readonly byNode = new Map<string, string[]>();

	has(node: string, stored: readonly string[], id: string): boolean {
		return stored.includes(id) || (this.byNode.get(node)?.includes(id) ?? false);
	}

	/**
	 * Adds a delivery ID and returns the list for n8n to store. The method returns the same array for all deliveries to a
	 * node. Therefore, IDs that are added before n8n saves the list are also saved.
	 */
	add(node: string, stored: readonly string[], id: string): string[] {
		const ids = this.byNode.get(node) ?? [];
		ids.splice(0, ids.length, ...unique([...stored, ...ids, id]));
		this.byNode.delete(node);
		this.byNode.set(node, ids);
		const [oldest] = this.byNode.keys();
		if (this.byNode.size > MAX_NODES && oldest !== undefined) this.byNode.delete(oldest);
		return ids;
	}

	/** Removes the ID of a delivery whose execution could not be started. */
	remove(node: string, id: string): void {
		const ids = this.byNode.get(node) ?? [];
		const place = ids.indexOf(id);
		if (place >= 0) ids.splice(place, 1);
	}
}
