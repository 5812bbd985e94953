import {
	type Client,
	type Limiter,
	type LimiterSlot,
	type OpenAccount,
	serviceError,
} from '../../nodes/WebData/client/client';
import { ExecutionCreditGuard } from '../../nodes/WebData/client/credits';
import { ExecutionLimit } from '../../nodes/WebData/limiter/queue';
import { RateLimiter } from '../../nodes/WebData/limiter/rateLimiter';
import type {
	Runtime,
	Transport,
	TransportFailure,
	TransportFailureKind,
	TransportRequest,
	TransportResponse,
	TransportResult,
} from '../../nodes/WebData/transport/http';
import { VirtualTime } from './virtualTime';

export type Step = TransportResult | ((request: TransportRequest) => TransportResult);

export interface ScriptedTransport extends Transport {
	readonly requests: TransportRequest[];
}

/** Returns a transport that responds with `steps` in order. When no steps remain, `send` rejects. */
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

/** Returns a transport whose results take time. A response that is due after an abort is lost. */
export function slowTransport(
	time: VirtualTime,
	respond: (request: TransportRequest) => { ms: number; result: TransportResult },
): Transport {
	return {
		send: async (request) => {
			const { ms, result } = respond(request);
			await time.sleep(ms, request.signal);
			const isLost = request.signal?.aborted && result.kind === 'response';
			return isLost ? noAnswer('aborted', true) : result;
		},
		close: () => Promise.resolve(),
	};
}

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

export function limiterIn(runtime: Runtime, maxConcurrency?: number): Limiter {
	const limiter = new RateLimiter(runtime);
	const execution = new ExecutionLimit(maxConcurrency);
	return { open: (route, signal) => limiter.open({ ...route, signal, execution }) };
}

/** Returns a limiter with the given results of `acquire`. */
export const limiterWith = (acquire: LimiterSlot['acquire']): Limiter => ({
	open: () => ({ excused: 0, acquire, release: () => undefined, close: () => undefined }),
});

/** Parts of a client and of its account. */
export type ClientParts = Partial<OpenAccount & Omit<Client, 'account'>>;

/** Returns a client for an account at `https://api.example.com`. The replay store of the client is always empty. */
export function scriptedClient({
	signal,
	...rest
}: Pick<OpenAccount, 'transport'> & ClientParts & { signal?: AbortSignal }): Client {
	const runtime = rest.runtime ?? new VirtualTime({ skipSleeps: true });
	const account: OpenAccount = {
		...{ baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key', id: 'account' },
		stopTransport: rest.transport,
		limiter: limiterIn(runtime),
		service: { responded: false },
		knownJobs: new Map(),
		...rest,
	};
	return {
		runtime,
		settings: { maxTries: 5, maxWaitMs: 600_000, maxResponseBytes: 1000 },
		replayStore: { get: () => ({}), set: () => undefined },
		creditGuard: new ExecutionCreditGuard({ used: 0, byWork: {} }),
		running: new Map(),
		effort: { attempts: 0, waits: [] },
		stop: { signal, isByUser: () => signal?.aborted === true },
		...rest,
		account,
	};
}

/** Returns the outcome of work as an object, so that a test can expect an answer or an error in the same way. */
export const outcomeOf = async <Answer>(work: Promise<Answer>, client?: Client) =>
	await work.then(
		(answer) => ({ ok: true as const, answer, ...client?.effort }),
		(thrown: unknown) => {
			const { failure, stopReason, attempts, waitedMs } = serviceError(thrown);
			return { ok: false as const, failure, stopReason, attempts, waitedMs };
		},
	);
