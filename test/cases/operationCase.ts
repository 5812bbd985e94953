import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';
import type { LocalService } from '../localService/localService';
import type { RouteName } from './routes';
import type { Texts } from './rows';

/** IDs of what exists on the service, and pages that the service can reach. */
export interface Existing {
	/** A page in HTML. */
	page: string;
	/** A website with links. */
	site: string;
	scrapeId: string;
	jobId: string;
	snapshotId: string;
	threadId: string;
	monitorId: string;
	checkId: string;
	sessionId: string;
}

/**
 * The effect of repeating the request:
 *
 * - `read`: no effect
 * - `paidAgain`: the service charges for the request again
 * - `ends`: no effect, because the first request has already ended or deleted the object
 * - `replayed`: no effect, because `x-request-id` identifies the request
 * - `never`: the service does the work twice
 * - `found`: like `never`, but the service has a list in which the node can find the started work
 * - `matched`: like `never`, but the node first searches for the monitor of an earlier attempt
 * - `poll`: no effect, because the request only reads the status of a run
 */
export type Repeat =
	'read' | 'paidAgain' | 'ends' | 'replayed' | 'never' | 'found' | 'matched' | 'poll';

export type Need =
	| 'scrape'
	| 'session'
	| 'run'
	| 'endedRun'
	| 'thread'
	| 'batch'
	| 'endedBatch'
	| 'crawl'
	| 'endedCrawl'
	| 'monitor'
	| 'endedCheck'
	| 'browserSession';

export interface OperationCase {
	/** Values of the form, without Resource and Operation. */
	parameters(given: Existing): INodeParameters;
	binary?: IBinaryKeyData;
	/** Method and path of the request. `{jobId}` stands for an ID, `*` for the rest of a path. */
	request: string;
	/** Request for the status of the work that the operation starts and then waits for. */
	poll?: string;
	repeat: Repeat;
	/** What must exist before the operation runs. */
	needs?: Need;
	/** Most credits that the operation costs. Default: 0. */
	credits?: number;
	/** How often the service did the work that is charged or cannot be undone. */
	executions?(service: LocalService): number;
	/** Fields in each item if the item is not simplified. */
	output: readonly string[];
	/** Items that together contain each known field. The field `*` stands for any fields. */
	samples?: readonly unknown[];
	/** Default: the name of the resource. */
	route?: RouteName;
	/** Errors of the operation that are not errors of its route. */
	rows?: Record<string, Texts>;
	/** IDs of the route's errors that the operation cannot return. */
	never?: readonly string[];
}

export type ResourceCases = Record<string, OperationCase>;
