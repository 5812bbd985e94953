// Everything that a running service knows, in one record that the endpoints share.
import type { ServerResponse } from 'node:http';
import { createAccount, type Account } from './account';
import { createFaultList, type FaultList } from './faultList';
import { createFileShelf, type FileShelf } from './fileShelf';
import { createRequestLog, type RequestLog } from './requestLog';
import { createNetwork, type Network } from './scrape/network';
import { createPageCache, type PageCache } from './scrape/pageCache';
import { createScrapeMemory, type ScrapeMemory } from './scrape/scrapeMemory';

export const DEFAULT_API_KEY = 'local-test-key';
export const FORBIDDEN_API_KEY = 'local-forbidden-key';
export const CHANGING_TEXT = 'High water at the harbour is at 06:12.';

export interface Clock {
	now(): number;
	advance(ms: number): void;
}

export interface ServiceState {
	url: string;
	readonly apiKey: string;
	readonly allowsZeroDataRetention: boolean;
	readonly clock: Clock;
	readonly log: RequestLog;
	readonly faults: FaultList;
	readonly cache: PageCache;
	readonly memory: ScrapeMemory;
	readonly files: FileShelf;
	readonly account: Account;
	readonly network: Network;
	/** Answers that have not ended. */
	readonly open: Set<ServerResponse>;
	/** The text of /pages/changing.html. */
	changingText: string;
	reset(): void;
}

export interface StateOptions {
	apiKey?: string;
	zeroDataRetention?: boolean;
}

export function createState(options: StateOptions): ServiceState {
	const clock = createClock();
	const state: ServiceState = {
		url: '',
		apiKey: options.apiKey ?? DEFAULT_API_KEY,
		allowsZeroDataRetention: options.zeroDataRetention ?? false,
		clock,
		log: createRequestLog(),
		faults: createFaultList(),
		cache: createPageCache(clock.now),
		memory: createScrapeMemory(),
		files: createFileShelf(clock.now),
		account: createAccount(),
		network: createNetwork(),
		open: new Set(),
		changingText: CHANGING_TEXT,
		reset: () => resetState(state),
	};
	return state;
}

function createClock(): Clock {
	let ahead = 0;
	return {
		now: () => Date.now() + ahead,
		advance: (ms) => {
			ahead += ms;
		},
	};
}

function resetState(state: ServiceState): void {
	for (const response of state.open) response.socket?.destroy();
	for (const part of [state.log, state.faults, state.cache, state.memory, state.files]) {
		part.clear();
	}
	state.account.clear();
	state.changingText = CHANGING_TEXT;
}
