import { seededRandom } from '../support/virtualTime';
import { RateWindow, vary, type Limits } from './limitedService';

/** Maximum number of connections of a client. */
const MAX_IN_FLIGHT = 200;
const STEP_MS = 1;

/**
 * Returns the minimum time in milliseconds that a client needs if it knows all limits. The client sends each request as
 * soon as the limits allow, so the service refuses none.
 */
export function idealTime(count: number, limits: Limits): number {
	const { workMs, roundTripMs, closed, places, queueMs } = limits;
	const random = seededRandom(1);
	const window = new RateWindow(limits);
	let running: number[] = [];
	let lastEnd = 0;
	let left = count;
	for (let now = Math.max(roundTripMs / 2, closed?.untilMs ?? 0); left > 0; now += STEP_MS) {
		running = running.filter((freeAt) => freeAt > now);
		const most = Math.min(MAX_IN_FLIGHT, places?.(now) ?? Infinity);
		for (; left > 0 && running.length < most && window.waitMs(now) <= 0; left--) {
			window.count(now);
			const end = now + vary(workMs, limits, random);
			// If the service does not queue requests, a free slot stays unused until the next request arrives.
			running.push(end + (queueMs === undefined ? vary(roundTripMs, limits, random) : 0));
			lastEnd = Math.max(lastEnd, end);
		}
	}
	return lastEnd + roundTripMs / 2;
}
