import { invalidRequestReason, isKnownFailure, toTransportFailure } from './errors';
import {
	ABORTED,
	type AnyExchange,
	type Check,
	type Exchange,
	expire,
	failAs,
	failWithError,
} from './exchange';
import type { TransportFailure, TransportRequest } from './http';
import { openUpload } from './multipart';
import { releaseCollectedBytes } from './response';
import { onAbort, scheduleDeadlines } from './signals';

const CLOSED = 'The transport was closed';

type Dispatch<Result> = (exchange: Exchange<Result>, url: URL) => void;

interface Exchanges {
	begin<Result>(
		request: TransportRequest,
		resolve: Exchange<Result>['resolve'],
		dispatch: Dispatch<Result>,
	): void;
	/** Aborts all current and later exchanges. */
	close(): void;
}

/** Returns the exchanges of one transport. If `check` is undefined, all URLs are allowed. */
export function openExchanges(check: Check | undefined): Exchanges {
	const running = new Set<AnyExchange>();
	const schedule = scheduleDeadlines((nowMs) => expireExchanges(running, nowMs));
	let closed = false;
	return {
		begin<Result>(
			request: TransportRequest,
			resolve: Exchange<Result>['resolve'],
			dispatch: Dispatch<Result>,
		) {
			const end = (result: Result | TransportFailure) => {
				unsubscribe();
				running.delete(exchange);
				exchange.upload?.close();
				releaseCollectedBytes(exchange);
				resolve(result);
			};
			const exchange = newExchange<Result>(request, end, schedule);
			const unsubscribe = onAbort(request.signal, () => failAs(exchange, 'aborted', ABORTED));
			running.add(exchange);
			if (closed) failAs(exchange, 'aborted', CLOSED);
			else if (request.signal?.aborted) failAs(exchange, 'aborted', ABORTED);
			else if (check === undefined) startExchange(exchange, dispatch);
			else void checkAndStart(exchange, check, dispatch);
		},
		close() {
			closed = true;
			for (const exchange of running) failAs(exchange, 'aborted', CLOSED);
		},
	};
}

const newExchange = <Result>(
	request: TransportRequest,
	resolve: Exchange<Result>['resolve'],
	schedule: Exchange<Result>['schedule'],
): Exchange<Result> => ({
	request,
	resolve,
	schedule,
	progress: 'waiting',
	done: false,
	deadlineMs: Infinity,
	finalDeadlineMs: Infinity,
});

function expireExchanges(running: ReadonlySet<AnyExchange>, nowMs: number): number {
	let nextMs = Infinity;
	for (const exchange of running) {
		if (exchange.deadlineMs <= nowMs) expire(exchange);
		else nextMs = Math.min(nextMs, exchange.deadlineMs);
	}
	return nextMs;
}

function startExchange<Result>(exchange: Exchange<Result>, dispatch: Dispatch<Result>): void {
	try {
		const url = new URL(exchange.request.url);
		const reason = invalidRequestReason(exchange.request, url);
		if (reason !== undefined) failAs(exchange, 'invalid', reason);
		else if (typeof exchange.request.body === 'object')
			void uploadAndStart(exchange, url, dispatch);
		else dispatch(exchange, url);
	} catch (error) {
		failWithError(exchange, error);
	}
}

async function uploadAndStart<Result>(
	exchange: Exchange<Result>,
	url: URL,
	dispatch: Dispatch<Result>,
): Promise<void> {
	const { body } = exchange.request;
	if (typeof body !== 'object') return;
	try {
		const upload = await openUpload(body, `web-data-${crypto.randomUUID()}`);
		if (exchange.done) return upload.close();
		exchange.upload = upload;
		dispatch(exchange, url);
	} catch (error) {
		failWithError(exchange, error);
	}
}

async function checkAndStart<Result>(
	exchange: Exchange<Result>,
	check: Check,
	dispatch: Dispatch<Result>,
): Promise<void> {
	try {
		await checkBeforeSend(check, new URL(exchange.request.url), exchange);
	} catch (error) {
		failWithError(exchange, error);
	}
	if (!exchange.done) startExchange(exchange, dispatch);
}

async function checkBeforeSend(check: Check, url: URL, exchange: AnyExchange): Promise<void> {
	try {
		const result = await check(url);
		if (!result.ok) failAs(exchange, 'blocked', result.detail);
	} catch (error) {
		if (isKnownFailure(error)) failWithError(exchange, error);
		else failAs(exchange, 'blocked', toTransportFailure(error, exchange.progress).detail);
	}
}
