// Gates on a clock that moves when the test says so, over a transport that answers when the test says so.

import type { Account } from '../../nodes/WebData/api/http/request';
import { openGates, type Ceiling } from '../../nodes/WebData/rateLimit/rateLimiter';
import type {
	Transport,
	TransportRequest,
	TransportResult,
} from '../../nodes/WebData/transport/http';
import { answer } from './scriptedTransport';
import { VirtualTime } from './virtualTime';

export const account: Account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };
export const ok = answer(200, { success: true });
export const busy = (seconds?: number) =>
	answer(
		429,
		{ error: 'Concurrency limit reached' },
		seconds === undefined ? {} : { 'retry-after': String(seconds) },
	);

export const settled = () => new Promise(setImmediate);

/** What a request says about its turn. */
export type Wishes = Pick<TransportRequest, 'signal' | 'queueSignal' | 'maxPauseMs' | 'pacing'>;

export function gateStage() {
	const time = new VirtualTime({ startMs: 1_000_000_000 });
	/** What is on its way, in the order of sending. */
	const sent: { name: string; answer: (result: TransportResult) => void }[] = [];
	const log: string[] = [];
	const transport: Transport = {
		send: ({ url }) =>
			new Promise((resolve) => {
				log.push(url);
				sent.push({ name: url, answer: resolve });
			}),
		close: () => Promise.resolve(),
	};
	const gates = openGates(time);

	return {
		gates,
		log,
		nowMs: time.now,
		onTheirWay: async () => {
			await settled();
			return sent.map(({ name }) => name);
		},
		sleeps: async () => {
			await settled();
			return time.pending();
		},
		enter(rest: Partial<Ceiling> = {}, of: Account = account) {
			const gate = gates.enter({ maxConcurrency: 50, maxWaitMs: 600_000, ...rest });
			const sendWith = (name: string, wishes: Wishes, to = of) =>
				gate.guard(transport, to).send({
					method: 'POST',
					url: name,
					headers: {},
					headTimeoutMs: 1,
					stallTimeoutMs: 1,
					maxResponseBytes: 1,
					...wishes,
				});
			const send = (name: string, signal?: AbortSignal, to = of) => sendWith(name, { signal }, to);
			const sendFor = (name: string, maxPauseMs: number) => sendWith(name, { maxPauseMs });
			return { send, sendFor, sendWith };
		},
		async answer(result: TransportResult = ok, count = 1) {
			await settled();
			sent.splice(0, count).forEach((each) => each.answer(result));
			await settled();
		},
		/** Sets the clock without any time passing. */
		setClock: (byMs: number) => time.setClock(byMs),
		async pass(ms: number) {
			await settled();
			time.advance(ms);
			await settled();
		},
	};
}
