import { randomUUID } from 'node:crypto';
import type { ServiceAnswer } from '../answer';

const RECORD_LIFETIME_MS = 7 * 86_400_000;

export interface KeyRecord {
	chargeId: string;
	scrapeId: string;
	parameters: unknown;
	at: number;
	/** Undefined while the service processes the request. */
	answer?: ServiceAnswer;
}

export interface CatalogExecution {
	provider: string;
	capability: string;
	options: Record<string, unknown>;
	requestId: string;
	team: string;
	at: number;
}

export interface Unresolved {
	/** If set, only requests with this request ID are affected. */
	requestId?: string;
	/** Number of affected requests; 1 by default. */
	times?: number;
	onlyRepeats?: boolean;
}

export interface CatalogMemory {
	readonly executions: CatalogExecution[];
	find(team: string, requestId: string): KeyRecord | undefined;
	claim(team: string, requestId: string, parameters: unknown): KeyRecord;
	release(record: KeyRecord): void;
	makeUnresolved(unresolved: Unresolved): void;
	takeUnresolved(requestId: string, isRepeat: boolean): boolean;
	clear(): void;
}

export function createCatalogMemory(now: () => number): CatalogMemory {
	const executions: CatalogExecution[] = [];
	const records = new Map<string, KeyRecord>();
	let unresolved: (Unresolved & { times: number })[] = [];
	const nameOf = (team: string, requestId: string): string => `${team} ${requestId}`;
	return {
		executions,
		find(team, requestId) {
			const record = records.get(nameOf(team, requestId));
			const isOver = record?.answer && now() - record.at >= RECORD_LIFETIME_MS;
			return isOver ? undefined : record;
		},
		claim(team, requestId, parameters) {
			const ids = { chargeId: `charge-${randomUUID()}`, scrapeId: randomUUID() };
			const record: KeyRecord = { ...ids, parameters, at: now() };
			records.set(nameOf(team, requestId), record);
			return record;
		},
		release(record) {
			for (const [name, one] of records) if (one === record) records.delete(name);
		},
		makeUnresolved: (order) => void unresolved.push({ times: 1, ...order }),
		takeUnresolved(requestId, isRepeat) {
			const entry = unresolved.find(
				(one) => (one.requestId ?? requestId) === requestId && (isRepeat || !one.onlyRepeats),
			);
			if (!entry) return false;
			entry.times -= 1;
			unresolved = unresolved.filter((one) => one.times > 0);
			return true;
		},
		clear() {
			executions.length = 0;
			records.clear();
			unresolved = [];
		},
	};
}
