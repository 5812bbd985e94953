// Simulated failures that have nothing to do with limits.
import { answer } from '../support/scriptedTransport';
import { runBatch, type SpecialAnswer } from './clients';

const error = 'Rate limit exceeded';
const refused = answer(429, { success: false, error }, { 'retry-after': '2' });

/** Returns how much longer 49 items take if the service always refuses one more item, as a ratio. */
export async function slowdownByRefusedItem(roundTripMs: number, item: number): Promise<number> {
	const limits = { workMs: 1000, roundTripMs, retryAfter: 'none' } as const;
	const special: SpecialAnswer = (each) => (each === item ? refused : undefined);
	const without = await runBatch(50, limits);
	const { endedAt } = await runBatch(50, limits, special);
	return Math.max(...endedAt.filter((_, index) => index !== item)) / without.tookMs;
}
