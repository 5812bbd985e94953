import { call } from '../../nodes/WebData/client/call';
import { outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { seededRandom, VirtualTime } from '../support/virtualTime';
import { request } from './clients';
import { LimitedService, type Limits } from './limitedService';

const MINUTE_MS = 60_000;
/** Duration of the period in which the processes start, each at a random time. */
const BEGIN_MS = 10_000;
const WORK_MS = 1000;
const IN_FLIGHT = 50;

/** Processes that share an account without communicating. The processes never run out of items. */
export interface Scenario {
	processes: number;
	limit: { kind: 'rate' | 'concurrency'; most: number };
	retryAfter: 'none' | 'seconds';
	/** Requests are counted only after the warm-up. */
	warmUpMinutes: number;
	minutes: number;
}

export interface Figures {
	/** Share of refused requests after the warm-up. */
	refused: number;
	/** Number of successes divided by the maximum possible number. */
	use: number;
	/** Number of failed items, including items from the warm-up. */
	failed: number;
}

const limitsOf = ({ limit: { kind, most }, retryAfter }: Scenario): Limits => ({
	workMs: WORK_MS,
	roundTripMs: 50,
	jitter: 0.5,
	retryAfter,
	...(kind === 'rate' ? { rate: () => ({ most, windowMs: MINUTE_MS }) } : { places: () => most }),
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
	let failed = 0;

	async function work(): Promise<void> {
		const client = scriptedClient({ runtime: time, transport: service.transport() });
		await time.sleep(random() * BEGIN_MS);
		const oneAfterTheOther = async (): Promise<void> => {
			for (;;) {
				const { ok } = await outcomeOf(call(request, client));
				if (!ok) failed++;
			}
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, oneAfterTheOther));
	}

	for (let process = 0; process < processes; process++) void work();
	await time.runUntil(warmUpMinutes * MINUTE_MS);
	const before = { ...service.counts };
	await time.runUntil((warmUpMinutes + minutes) * MINUTE_MS);
	const refused = service.counts.refused - before.refused;
	const accepted = service.counts.accepted - before.accepted;
	return {
		refused: refused / (refused + accepted),
		use: accepted / capacity(scenario),
		failed,
	};
}
