/**
 * Maximum number of stored delivery IDs per node. Older IDs are not needed, because the service stops repeating a
 * delivery after 21 minutes.
 */
export const MAX_REMEMBERED = 1000;

const MAX_NODES = 100;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].slice(-MAX_REMEMBERED);

/**
 * Stores the delivery IDs of each node to detect repeated deliveries. `stored` is n8n's copy, which concurrent
 * executions may overwrite.
 */
export class DeliveryMemory {
	private readonly byNode = new Map<string, string[]>();

	has(node: string, stored: readonly string[], id: string): boolean {
		return stored.includes(id) || (this.byNode.get(node)?.includes(id) ?? false);
	}

	/**
	 * Adds a delivery ID and returns the list for n8n to store. All deliveries to a node share one array, so that n8n
	 * saves every ID.
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
