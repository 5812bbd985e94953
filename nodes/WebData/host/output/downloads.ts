// Files behind links, on their way into n8n's store: flowing, without the key, wherever the link leads.

import type { BinaryHelperFunctions, IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	afterDownloadFailure,
	firstStep,
	advance,
	nextStep,
	initialState,
} from '../../files/downloadPolicy';
import type { Continuation, DownloadState } from '../../files/downloadPolicy';
import { fileInfo } from '../../files/fileNames';
import type { FileLink } from '../../operations/operation';
import type { StreamingTransport, TransportStream } from '../../transport/http';
import { openTransport } from '../network/egress';
import { hostRuntime } from '../network/runtime';

/** What n8n's store takes for a body that flows. */
type BinaryStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** A file in n8n's store, or why it is not there; the reason completes "… was not downloaded: …". */
export type StoreResult = { binary: IBinaryData } | { reason: string };

export interface Downloads {
	/** Never rejects. */
	fetch(link: FileLink, maxBytes: number): Promise<StoreResult>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

const HEAD_TIMEOUT_MS = 60_000;
const STALL_TIMEOUT_MS = 60_000;
const REPEAT_AFTER_MS = 1000;
/** What n8n's own nodes call themselves; some servers refuse who has no name. */
const USER_AGENT = 'n8n';

export const storeFailure = (error: unknown): { reason: string } => ({
	reason: `n8n could not store it (${error instanceof Error ? error.message : String(error)})`,
});

/** Opens nothing until the first link. This n8n's egress rules hold; the credential's do not: nothing of it goes along. */
export function openDownloads(context: IExecuteFunctions, signal: AbortSignal): Downloads {
	let transport: StreamingTransport | undefined;

	const ask = (url: string, maxResponseBytes: number) => {
		transport ??= openTransport(context, {});
		return transport.open({
			method: 'GET',
			url,
			headers: { accept: '*/*', 'user-agent': USER_AGENT },
			headTimeoutMs: HEAD_TIMEOUT_MS,
			stallTimeoutMs: STALL_TIMEOUT_MS,
			maxResponseBytes,
			signal,
		});
	};

	async function take(
		{ body, headers, streamResult }: TransportStream,
		{ url, fallback }: FileLink,
		way: DownloadState,
	): Promise<StoreResult | Continuation> {
		const { fileName, mimeType } = fileInfo({ headers, urls: [url, way.url], fallback });
		const stored = await context.helpers
			.prepareBinaryData(body as BinaryStream, fileName, mimeType)
			.then((binary) => ({ binary }), storeFailure);
		// A store might take a body that broke off for one that came to its end.
		return streamResult.failure
			? afterDownloadFailure(streamResult.failure, { ...way, storedBytes: streamResult.bytes })
			: stored;
	}

	async function tryOnce(
		link: FileLink,
		way: DownloadState,
		maxBytes: number,
	): Promise<StoreResult | Continuation> {
		const came = await ask(way.url, maxBytes);
		if (came.kind === 'failure') return afterDownloadFailure(came, way);
		try {
			const next = nextStep(came, way);
			return next.step === 'take' ? await take(came, link, way) : next;
		} finally {
			came.body.destroy();
		}
	}

	return {
		async fetch(link, maxBytes) {
			let way = initialState(link.url);
			let next: StoreResult | Continuation = firstStep(link.url);
			while ('step' in next && next.step !== 'giveUp') {
				if (next.step === 'again') await hostRuntime.sleep(REPEAT_AFTER_MS, signal);
				way = advance(way, next);
				next = await tryOnce(link, way, maxBytes);
			}
			return next;
		},
		close: async () => await transport?.close(),
	};
}
