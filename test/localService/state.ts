import type { ServerResponse } from 'node:http';
import {
	createAccount,
	createActivityLog,
	type Account,
	type ActivityLog,
} from './endpoints/account';
import { createAgentRuns, type AgentRuns } from './endpoints/agentRun';
import { createCatalogMemory, type CatalogMemory } from './endpoints/catalog';
import type { VirtualTime } from '../support/virtualTime';
import { createClock, type Clock } from './clock';
import { createFaultList, type FaultList } from './faultList';
import { createFileStore, type FileStore } from './fileStore';
import { createJobStore, type JobStore } from './jobs/job';
import { createRateLimits, type RateLimits } from './rateLimits';
import { createRequestLog, type RequestLog } from './requestLog';
import { createMonitorStore, type MonitorStore } from './endpoints/monitorCheck';
import type { StandaloneSession } from './endpoints/browserSessions';
import { createNetwork, type Network } from './scrape/network';
import { createPageCache, type PageCache } from './scrape/pageCache';
import { createScrapeMemory, type ScrapeMemory } from './scrape/scrapeMemory';
import {
	checkedSettings,
	startSettings,
	type ServiceSettings,
	type SettingsChange,
} from './settings';

import { createWebhooks, type Webhooks } from './webhooks/webhooks';

export const DEFAULT_API_KEY = 'local-test-key';
export const FORBIDDEN_API_KEY = 'local-forbidden-key';
export const OTHER_TEAM_API_KEY = 'local-other-team-key';
export const CHANGING_TEXT = 'High water at the harbour is at 06:12.';

export interface ServiceState {
	url: string;
	readonly apiKey: string;
	readonly allowsZeroDataRetention: boolean;
	readonly settings: ServiceSettings;
	readonly clock: Clock;
	readonly log: RequestLog;
	readonly faults: FaultList;
	readonly cache: PageCache;
	readonly memory: ScrapeMemory;
	readonly files: FileStore;
	readonly account: Account;
	readonly catalog: CatalogMemory;
	readonly agent: AgentRuns;
	readonly jobs: JobStore;
	readonly webhooks: Webhooks;
	readonly activity: ActivityLog;
	readonly rateLimits: RateLimits;
	readonly monitors: MonitorStore;
	readonly browserSessions: StandaloneSession[];
	readonly network: Network;
	readonly open: Set<ServerResponse>;
	changingText: string;
	readonly visits: Map<string, number>;
	configure(change: unknown): void;
	reset(): void;
}

export interface StateOptions extends SettingsChange {
	/** Clock of the service. Default: the real clock. */
	time?: VirtualTime;
	apiKey?: string;
	zeroDataRetention?: boolean;
}

export function createState(options: StateOptions): ServiceState {
	const clock = createClock(options.time);
	const network = createNetwork(() => state.url);
	const state: ServiceState = {
		url: '',
		apiKey: options.apiKey ?? DEFAULT_API_KEY,
		allowsZeroDataRetention: options.zeroDataRetention ?? false,
		settings: startSettings(options),
		clock,
		log: createRequestLog(),
		faults: createFaultList(),
		cache: createPageCache(clock.now),
		memory: createScrapeMemory(),
		files: createFileStore(clock.now),
		account: createAccount(options.credits),
		catalog: createCatalogMemory(),
		agent: createAgentRuns(),
		jobs: createJobStore(clock.now),
		webhooks: createWebhooks(clock, network),
		activity: createActivityLog(clock.now),
		rateLimits: createRateLimits(clock.now),
		monitors: createMonitorStore(),
		browserSessions: [],
		network,
		open: new Set(),
		changingText: CHANGING_TEXT,
		visits: new Map(),
		configure: (change) => configure(state, checkedSettings(change)),
		reset: () => resetState(state, options),
	};
	return state;
}

function configure(state: ServiceState, { credits, ...settings }: SettingsChange): void {
	Object.assign(state.settings, settings);
	if (credits !== undefined) state.account.setRemaining(credits);
}

function resetState(state: ServiceState, options: StateOptions): void {
	for (const response of state.open) response.socket?.destroy();
	for (const part of Object.values(state) as unknown[]) {
		if (typeof part === 'object' && part !== null && 'clear' in part) (part.clear as () => void)();
	}
	state.browserSessions.length = 0;
	Object.assign(state.settings, startSettings(options));
	state.changingText = CHANGING_TEXT;
}
