import type { Runtime, Transport } from '../transport/http';
import type { JobIds, ServiceState } from './account';
import type { CreditGuard } from './credits';
import type { Limiter } from './limits';
import type { ReplayStore } from './replay';
import type { Account } from './request';

/** How the work of a client ends early. */
export interface Stop {
	/** Aborted when the execution is stopped, or when the node ends because another item failed. */
	signal?: AbortSignal;
	/** Whether a user has stopped the execution. */
	isByUser(): boolean;
}

/** A job, browser session, or monitor that costs credits until it ends. */
export interface RunningWork {
	name: string;
	/** Ends the work if the node ends early, and returns whether it has ended. Must not reject. */
	end?(): Promise<boolean>;
}

export interface CallSettings {
	maxTries: number;
	maxWaitMs: number;
	maxResponseBytes: number;
}

export interface Client {
	account: Account;
	transport: Transport;
	/** Connections for requests that end jobs after the stop. The default is `transport`. */
	stopTransport?: Transport;
	limiter: Limiter;
	runtime: Runtime;
	settings: CallSettings;
	replayStore: ReplayStore;
	creditGuard?: CreditGuard;
	service?: ServiceState;
	knownJobs?: JobIds;
	/** The item's jobs, browser sessions, and created monitors that have not ended, by ID. */
	running?: Map<string, RunningWork>;
	stop: Stop;
}
