import type { ServerResponse } from 'node:http';
import { Agent } from 'undici';
import type { VirtualTime } from '../support/virtualTime';
import { createClock, type Clock } from './clock';
import type { Activity } from './endpoints/account';
import { newAgentState } from './endpoints/agentRun';
import type { StandaloneSession } from './endpoints/browserSessions';
import { newCatalogState } from './endpoints/catalog';
import type { Monitor } from './endpoints/monitorCheck';
import { createFaultList } from './faults';
import { newJobState } from './jobs/job';
import { createRequestLog } from './requestLog';
import type { FileKind } from './web/files';
import { newScrapeMemory } from './web/scrape';
import { createWebhooks } from './webhooks';

export const DEFAULT_API_KEY = 'local-test-key';
export const FORBIDDEN_API_KEY = 'local-forbidden-key';
export const OTHER_TEAM_API_KEY = 'local-other-team-key';

const initialSettings = {
	catalogEnabled: true,
	/** Whether requests and responses name the catalog `alexandria`, as on the public service. */
	publicNames: false,
	agentRunMs: 300,
	/** Milliseconds from a cancel request to the end of an agent run. */
	agentCancelMs: 50,
	monitorCheckMs: 50,
	/** Position of the snapshot ID and `retryable` in a trace event. In the public API, both are in nested objects. */
	traceShape: 'both' as 'both' | 'specified' | 'nested',
	/** Whether a trace contains an event of an unknown type. */
	unknownEvent: false,
	jobPageMs: 20,
	/** Maximum total size of the documents on one result page, in bytes. */
	jobPageBytes: 10 * 1024 * 1024,
	/** Whether status responses contain the credits that a job has used. Otherwise, `creditsUsed` is -1. */
	jobCreditsKnown: true,
	maxConcurrency: 10,
	/** Whether image files can be parsed. */
	imageOcr: false,
	zeroDataRetention: false,
	/** Secret for signing webhook requests. If empty, the requests are not signed. */
	webhookSecret: '',
};

export type ServiceSettings = typeof initialSettings;

export type SettingsChange = Partial<ServiceSettings> & { credits?: number };

export interface StateOptions extends SettingsChange {
	/** Clock of the service. Default: the real clock. */
	time?: VirtualTime;
	apiKey?: string;
	/** Connections of the service to websites and webhooks. */
	network?: Agent;
}

export interface ServiceState extends ReturnType<typeof newParts> {
	url: string;
	readonly apiKey: string;
	readonly clock: Clock;
	readonly network: Agent;
	/** Responses that have not ended. */
	readonly open: Set<ServerResponse>;
	/** Errors of the local service itself. */
	readonly defects: unknown[];
	configure(change: SettingsChange): void;
	/** Throws the errors of the local service itself, so that the test fails. */
	reset(): void;
}

/** Returns the parts of the state that a reset replaces. */
function newParts(change: SettingsChange, clock: Clock, network: Agent) {
	const { credits = 100_000, ...settings } = change;
	return {
		settings: { ...initialSettings, ...settings },
		log: createRequestLog(),
		faults: createFaultList(),
		memory: newScrapeMemory(),
		/** Kinds of the linked files, by path. */
		links: new Map<string, FileKind>(),
		account: {
			remaining: credits,
			charged: 0,
			charge(amount: number): void {
				this.remaining -= amount;
				this.charged += amount;
			},
		},
		activities: new Array<Activity>(),
		catalog: newCatalogState(),
		agent: newAgentState(),
		jobs: newJobState(),
		monitors: new Array<Monitor>(),
		browserSessions: new Array<StandaloneSession>(),
		webhooks: createWebhooks(clock, network),
		changingText: 'High water at the harbour is at 06:12.',
		visits: new Map<string, number>(),
	};
}

export function createState({
	time,
	apiKey = DEFAULT_API_KEY,
	network = new Agent({ connect: { rejectUnauthorized: false } }),
	...initial
}: StateOptions): ServiceState {
	const clock = createClock(time);
	const state: ServiceState = {
		...{ url: '', apiKey, clock, network },
		open: new Set(),
		defects: [],
		...newParts(initial, clock, network),
		configure({ credits = state.account.remaining, ...settings }) {
			Object.assign(state.settings, settings);
			state.account.remaining = credits;
		},
		reset() {
			for (const response of state.open) response.socket?.destroy();
			clock.clear();
			// Stops the jobs and schedules that are in progress.
			for (const job of state.jobs.all) job.endedAt = 0;
			for (const monitor of state.monitors) monitor.shown.status = 'deleted';
			Object.assign(state, newParts(initial, clock, network));
			const defects = state.defects.splice(0);
			if (defects.length > 0) throw new AggregateError(defects, 'The local service has failed');
		},
	};
	return state;
}
