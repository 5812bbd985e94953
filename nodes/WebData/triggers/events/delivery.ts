import { RecentMap } from '../../client/account';
import { call } from '../../client/call';
import type { Client } from '../../client/client';
import { type JobKind, statusResponse, validJobId } from '../../client/jobs/job';
import { dataOf, type JsonObject, objectsIn } from '../../json/json';
import { agentJob } from '../../resources/agent/job';
import { batchScrapeJob } from '../../resources/batchScrape/run';
import { crawlJob } from '../../resources/crawl/job';
import { checkRequest } from '../../resources/monitor/service';
import type { WebhookEvent } from './event';

/**
 * Maximum number of stored delivery IDs per node. Older IDs are not needed, because the service stops repeating a
 * delivery after 21 minutes.
 */
const MAX_REMEMBERED = 1000;
/** Maximum number of nodes whose delivery IDs are kept in memory. */
const MAX_NODES = 100;

/**
 * Stores the delivery IDs of each node to detect repeated deliveries. `stored` is n8n's copy, which concurrent
 * executions may overwrite.
 */
export class DeliveryMemory {
	private readonly byNode = new RecentMap<string[]>(MAX_NODES);

	has(node: string, stored: readonly string[], id: string): boolean {
		return stored.includes(id) || (this.byNode.get(node)?.includes(id) ?? false);
	}

	/**
	 * Adds a delivery ID and returns the list for n8n to store. All deliveries to a node share one array, so that n8n
	 * saves every ID.
	 */
	add(node: string, stored: readonly string[], id: string): string[] {
		const ids = this.byNode.get(node) ?? [];
		const all = [...new Set([...stored, ...ids, id])].slice(-MAX_REMEMBERED);
		ids.length = 0;
		for (const knownId of all) ids.push(knownId);
		this.byNode.set(node, ids);
		return ids;
	}

	/** Removes the ID of a delivery whose execution could not be started. */
	remove(node: string, id: string): void {
		const ids = this.byNode.get(node) ?? [];
		const place = ids.indexOf(id);
		if (place >= 0) ids.splice(place, 1);
	}
}

/** Anyone who knows the URL of a trigger without a secret can send events, and each of them could cause a request. */
export const MAX_READS_PER_MINUTE = 120;

interface Reads<Result> {
	current: Promise<Result>;
	/** Starts after `current`. Shared by all events that arrive while `current` is in flight. */
	next?: Promise<Result>;
}

/**
 * Limits the status reads that events cause: one in flight per job, and `MAX_READS_PER_MINUTE` per node. A read starts
 * after its event has arrived, so that its result is not older than the event.
 */
export class SharedReads<Result> {
	private readonly byJob = new Map<string, Reads<Result>>();
	/** Start times of the reads of each node in the last minute. */
	private readonly startsByNode = new Map<string, number[]>();

	constructor(
		private readonly now: () => number,
		private readonly refused: Result,
	) {}

	async read(node: string, job: string, work: () => Promise<Result>): Promise<Result> {
		const key = JSON.stringify([node, job]);
		const reads = this.byJob.get(key);
		if (reads === undefined) return await this.start(node, key, work);
		const start = () => this.start(node, key, work);
		return await (reads.next ??= reads.current.then(start, start));
	}

	private async start(node: string, key: string, work: () => Promise<Result>): Promise<Result> {
		if (!this.isAllowed(node)) {
			this.byJob.delete(key);
			return this.refused;
		}
		const current = work().finally(() => this.byJob.delete(key));
		this.byJob.set(key, { current });
		return await current;
	}

	private isAllowed(node: string): boolean {
		const now = this.now();
		const starts = (this.startsByNode.get(node) ?? []).filter((at) => now - at < 60_000);
		this.startsByNode.set(node, starts);
		if (starts.length >= MAX_READS_PER_MINUTE) return false;
		starts.push(now);
		return true;
	}
}

const jobKinds = new Map<string, JobKind>([
	['agent', agentJob],
	['batch_scrape', batchScrapeJob],
	['crawl', crawlJob],
]);

/** Returns the current status of an event's job or check, without pages. Returns undefined for other event types. */
export async function readJobStatus(
	{ type, id, data }: WebhookEvent,
	client: Client,
): Promise<JsonObject | undefined> {
	const prefix = type.slice(0, type.indexOf('.'));
	const kind = jobKinds.get(prefix);
	const jobId = validJobId(id);
	if (jobId === undefined) return undefined;
	if (kind !== undefined) return statusResponse(kind, await call(kind.poll(jobId), client));
	const monitorId = validJobId(objectsIn(data)[0]?.monitorId);
	if (prefix !== 'monitor' || monitorId === undefined) return undefined;
	const answer = await call(checkRequest(monitorId, jobId, 1), client);
	const { pages: _pages, next: _next, ...facts } = dataOf(answer);
	return facts;
}
