// A transport that answers from a script and keeps a log, and a runtime whose clock moves with its pauses alone.

import type { Session } from '../../nodes/WebData/api/http/call';
import type { Runtime } from '../../nodes/WebData/transport/runtime';
import type {
	Transport,
	TransportFailure,
	TransportFailureKind,
	TransportRequest,
	TransportResponse,
	TransportResult,
} from '../../nodes/WebData/transport/http';

export type Step = TransportResult | ((request: TransportRequest) => TransportResult);

export interface ScriptedTransport extends Transport {
	/** What was sent, in order. */
	readonly requests: TransportRequest[];
}

/** Answers with the steps in their order; a request beyond the last one rejects, which no real transport does. */
export function scriptedTransport(...steps: Step[]): ScriptedTransport {
	const requests: TransportRequest[] = [];
	return {
		requests,
		send: (request) => {
			const step = steps[requests.push(request) - 1];
			if (step === undefined) return Promise.reject(new Error('The script has no such request'));
			return Promise.resolve(typeof step === 'function' ? step(request) : step);
		},
		close: () => Promise.resolve(),
	};
}

/** An answer; a body that is no text goes as JSON. */
export function answer(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): TransportResponse {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'response', status, headers, body: Buffer.from(text) };
}

export function noAnswer(
	failure: TransportFailureKind,
	possiblySent: boolean,
	detail = '',
): TransportFailure {
	return { kind: 'failure', failure, possiblySent, detail };
}

export interface ScriptedRuntime extends Runtime {
	/** Milliseconds of each pause, in order. */
	readonly pauses: number[];
}

/** `onPause` happens in the middle of every pause. */
export function scriptedRuntime({
	startMs = 0,
	random = 0,
	onPause,
}: {
	startMs?: number;
	random?: number;
	onPause?: () => void;
} = {}): ScriptedRuntime {
	const pauses: number[] = [];
	let nowMs = startMs;
	let planned: { at: number; end: () => void }[] = [];
	return {
		pauses,
		now: () => nowMs,
		random: () => random,
		sleep: (ms) => {
			pauses.push(ms);
			nowMs += ms;
			onPause?.();
			planned.filter(({ at }) => at <= nowMs).forEach(({ end }) => end());
			return Promise.resolve();
		},
		onAbort: (signal, end) => {
			signal?.addEventListener('abort', end);
			return () => signal?.removeEventListener('abort', end);
		},
		setTimer: (ms, end) => {
			const entry = { at: nowMs + ms, end };
			planned.push(entry);
			return () => {
				planned = planned.filter((each) => each !== entry);
			};
		},
	};
}

/** A session over a script. Its account is at `https://api.example.com`; it remembers nothing. */
export function scriptedSession(rest: Pick<Session, 'transport'> & Partial<Session>): Session {
	return {
		account: { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' },
		runtime: scriptedRuntime(),
		settings: { maxTries: 5, maxWaitMs: 600_000, maxResponseBytes: 1000 },
		replayStore: { get: () => ({}), set: () => undefined },
		isStopped: () => rest.signal?.aborted === true,
		...rest,
	};
}
