import type { BinaryHelperFunctions, IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	advance,
	type DownloadState,
	initialDownloadState,
	invalidLinkReason,
	type NextRequest,
	stepAfterFailure,
	stepAfterResponse,
} from '../../files/downloadPolicy';
import { fileInfo } from '../../files/fileNames';
import type { FileLink } from '../../operation/operation';
import type { StreamingTransport, TransportStream } from '../../transport/http';
import { openTransport } from '../network/egress';
import { hostRuntime } from '../network/runtime';

/** Thrown if the execution was stopped, or if the failure of another item ended the node's execution. */
export class AbortedError extends Error {}

/**
 * Rejects with an `AbortedError` as soon as the signal is aborted. Needed for n8n functions that do not accept a signal.
 */
export async function untilAborted<Result>(
	promise: Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	let unsubscribe: () => void = () => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		const abort = () => reject(new AbortedError('The execution was stopped'));
		unsubscribe = hostRuntime.onAbort(signal, abort);
		if (signal.aborted) abort();
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		unsubscribe();
	}
}

type BinaryStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** `reason` completes the sentence "… was not downloaded, and its link remains in the item data: …". */
export type StoreResult = { binary: IBinaryData } | { reason: string };

export const storeFailure = (error: unknown): { reason: string } => ({
	reason: `n8n could not store it (${error instanceof Error ? error.message : String(error)})`,
});

/**
 * Downloads files into n8n's binary store without sending the API key. The egress rules of the instance apply, but the
 * credential's allowed domains do not apply.
 */
export class Downloads {
	private readonly transport: StreamingTransport;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly signal: AbortSignal,
	) {
		this.transport = openTransport(context, {});
	}

	/** Never rejects. A failure is returned as `reason`. */
	async fetch(link: FileLink, maxBytes: number): Promise<StoreResult> {
		const invalid = invalidLinkReason(link.url);
		if (invalid !== undefined) return { reason: invalid };
		let state = initialDownloadState(link.url);
		for (;;) {
			const next = await this.request(link, state, maxBytes);
			if (!('step' in next)) return next;
			if (next.step === 'stop') return { reason: next.reason };
			if (next.step === 'retry') await hostRuntime.sleep(1000, this.signal);
			state = advance(state, next);
		}
	}

	close(): Promise<void> {
		return this.transport.close();
	}

	private async request(
		link: FileLink,
		state: DownloadState,
		maxResponseBytes: number,
	): Promise<StoreResult | NextRequest> {
		const response = await this.transport.open({
			method: 'GET',
			url: state.url,
			headers: { accept: '*/*' },
			headTimeoutMs: 60_000,
			stallTimeoutMs: 60_000,
			maxResponseBytes,
			signal: this.signal,
		});
		if (response.kind === 'failure') return stepAfterFailure(response, state);
		try {
			const next = stepAfterResponse(response, state);
			return next.step === 'store' ? await this.store(response, link, state) : next;
		} finally {
			response.body.destroy();
		}
	}

	private async store(
		{ body, headers, streamResult }: TransportStream,
		{ url, fallback }: FileLink,
		state: DownloadState,
	): Promise<StoreResult | NextRequest> {
		const { helpers } = this.context;
		const { fileName, mimeType } = fileInfo({ headers, urls: [url, state.url], fallback });
		const storing = helpers.prepareBinaryData(body as BinaryStream, fileName, mimeType);
		const stored = untilAborted(storing, this.signal);
		const result = await stored.then((binary) => ({ binary }), storeFailure);
		// n8n's binary store may report success for an interrupted body, so a failure of the stream takes precedence.
		return streamResult.failure
			? stepAfterFailure(streamResult.failure, state, streamResult.bytes)
			: result;
	}
}
