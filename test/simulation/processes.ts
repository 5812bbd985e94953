import { callApi } from '../../nodes/WebData/api/http/call';
import { seededRandom, VirtualTime } from '../support/virtualTime';
import { openSession, request } from './clients';
import { LimitedService, type Limits } from './limitedService';

const MINUTE_MS = 60_000;
/** Duration of the period in which the processes start, each at a random time. */
const BEGIN_MS = 10_000;
const WORK_MS = 1000;
const IN_FLIGHT = 50;

/**
 * Several processes that share an account without communicating. The processes never run out of
 * items.
 */
export interface Scenario {
	processes: number;
	limit: { kind: 'rate' | 'concurrency'; most: number };
	retryAfter: 'none' | 'seconds';
	/** Requests are counted only after the warm-up. */
	warmUpMinutes: number;
	minutes: number;
}

export interface Figures {
	/**
	 * Share of refused requests. `refusedAtStart` includes the warm-up, and `refused` excludes it.
	 */
	refusedAtStart: number;
	refused: number;
	/** Number of successes divided by the maximum possible number. */
	use: number;
	/**
	 * Jain's fairness index of the successes per process, from 1/n for n processes (one process has all successes) to 1
	 * (equal shares).
	 */
	fairness: number;
	/** 99th percentile of the item duration in seconds. */
	longestSeconds: number;
	/** Number of failed items, including items from the warm-up. */
	failed: number;
	/** Number of ended items, including items from the warm-up. */
	ended: number;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

function jain(counts: readonly number[]): number {
	const squares = sum(counts.map((count) => count * count));
	return squares === 0 ? 1 : sum(counts) ** 2 / (counts.length * squares);
}

const share = (part: number, rest: number): number => (part === 0 ? 0 : part / (part + rest));

const limitsOf = ({ limit: { kind, most }, retryAfter }: Scenario): Limits => ({
	workMs: WORK_MS,
	roundTripMs: 50,
	jitter: 0.5,
	retryAfter,
	...(kind === 'rate'
		? { rate: () => ({ most, windowMs: MINUTE_MS, window: 'fixed' as const }) }
		: { places: () => most }),
});

/** Returns the maximum number of successes that the limit allows after the warm-up. */
function capacity({ limit: { kind, most }, processes, minutes }: Scenario): number {
	const perPlace = MINUTE_MS / WORK_MS;
	const demand = processes * IN_FLIGHT * perPlace;
	return minutes * Math.min(demand, kind === 'rate' ? most : most * perPlace);
}

export async function runProcesses(scenario: Scenario): Promise<Figures> {
	const { processes, warmUpMinutes, minutes } = scenario;
	const random = seededRandom(1);
	const time = new VirtualTime({ random });
	const service = new LimitedService(time, limitsOf(scenario));
	const accepted = new Array<number>(processes).fill(0);
	const tookMs: number[] = [];
	let failed = 0;

	async function work(process: number): Promise<void> {
		const transport = service.transport(() => (accepted[process] = (accepted[process] ?? 0) + 1));
		const session = openSession(time, transport);
		await time.sleep(random() * BEGIN_MS);
		const oneAfterTheOther = async (): Promise<void> => {
			for (;;) {
				const from = time.now();
				const { ok } = await callApi(request, session);
				tookMs.push(time.now() - from);
				if (!ok) failed++;
			}
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, oneAfterTheOther));
	}

	for (let process = 0; process < processes; process++) void work(process);
	await time.runUntil(warmUpMinutes * MINUTE_MS);
	const before = { ...service.counts };
	accepted.fill(0);
	await time.runUntil((warmUpMinutes + minutes) * MINUTE_MS);
	const refused = service.counts.refused - before.refused;
	tookMs.sort((a, b) => a - b);
	return {
		refusedAtStart: share(before.refused, before.accepted),
		refused: share(refused, sum(accepted)),
		use: sum(accepted) / capacity(scenario),
		fairness: jain(accepted),
		longestSeconds: (tookMs[Math.floor(tookMs.length * 0.99)] ?? 0) / 1000,
		failed,
		ended: tookMs.length,
	};
}
