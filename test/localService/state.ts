import type { ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { createAccount, createActivityLog } from './endpoints/account';
import { newAgentState } from './endpoints/agentRun';
import type { StandaloneSession } from './endpoints/browserSessions';
import { newCatalogState } from './endpoints/catalog';
import type { Monitor } from './endpoints/monitorCheck';
import type { VirtualTime } from '../support/virtualTime';
import { createClock, type Clock } from './clock';
import { createFaultList } from './faultList';
import { createFileStore } from './fileStore';
import { newJobState } from './jobs/job';
import { createRequestLog } from './requestLog';
import { createPageCache } from './scrape/pageCache';
import { createScrapeMemory } from './scrape/scrapeMemory';
import { changedSettings, initialSettings, type SettingsChange } from './settings';
import { createWebhooks } from './webhooks';

export const DEFAULT_API_KEY = 'local-test-key';
export const FORBIDDEN_API_KEY = 'local-forbidden-key';
export const OTHER_TEAM_API_KEY = 'local-other-team-key';

export interface StateOptions extends SettingsChange {
	/** Clock of the service. Default: the real clock. */
	time?: VirtualTime;
	apiKey?: string;
	zeroDataRetention?: boolean;
	/** Connections of the service to websites and webhooks. */
	network?: Agent;
}

export interface ServiceState extends ReturnType<typeof newParts> {
	url: string;
	readonly apiKey: string;
	readonly allowsZeroDataRetention: boolean;
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
function newParts(
	{ time, apiKey, zeroDataRetention, credits, ...settings }: StateOptions,
	clock: Clock,
	network: Agent,
) {
	return {
		settings: changedSettings(initialSettings, settings),
		log: createRequestLog(),
		faults: createFaultList(),
		cache: createPageCache(clock.now),
		memory: createScrapeMemory(),
		files: createFileStore(clock.now),
		account: createAccount(credits),
		activity: createActivityLog(clock.now),
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

export function createState({ network: own, ...options }: StateOptions): ServiceState {
	const clock = createClock(options.time);
	const network = own ?? new Agent({ connect: { rejectUnauthorized: false } });
	const state: ServiceState = {
		url: '',
		apiKey: options.apiKey ?? DEFAULT_API_KEY,
		allowsZeroDataRetention: options.zeroDataRetention ?? false,
		clock,
		network,
		open: new Set(),
		defects: [],
		...newParts(options, clock, network),
		configure(change) {
			const { credits, ...settings } = change;
			state.settings = changedSettings(state.settings, settings);
			if (credits !== undefined) state.account.setRemaining(credits);
		},
		reset() {
			for (const response of state.open) response.socket?.destroy();
			clock.clear();
			// Stops the jobs and schedules that are in progress.
			for (const job of state.jobs.all) job.endedAt = 0;
			for (const monitor of state.monitors) monitor.shown.status = 'deleted';
			Object.assign(state, newParts(options, clock, network));
			const defects = state.defects.splice(0);
			if (defects.length > 0) throw new AggregateError(defects, 'The local service has failed');
		},
	};
	return state;
}
