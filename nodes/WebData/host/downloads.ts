// Files behind links, on their way into n8n's store: flowing, without the key, wherever the link leads.

import type { BinaryHelperFunctions, IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { afterFailure, firstStep, moved, nextStep, wayTo } from '../api/download';
import type { Onward, Way } from '../api/download';
import { fileFactsOf } from '../api/fileFacts';
import type { FileLink } from '../operations/operation';
import type { StreamingTransport, TransportStream } from '../transport/transport';
import { openTransport } from './egress';
import { hostRuntime } from './runtime';

/** What n8n's store takes for a body that flows. */
type Flowing = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** A file in n8n's store, or why it is not there; the reason completes "… was not downloaded: …". */
export type Stored = { binary: IBinaryData } | { reason: string };

export interface Downloads {
	/** Never rejects. */
	fetch(link: FileLink, maxBytes: number): Promise<Stored>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

const HEAD_TIMEOUT_MS = 60_000;
const STALL_TIMEOUT_MS = 60_000;
const REPEAT_AFTER_MS = 1000;
/** What n8n's own nodes call themselves; some servers refuse who has no name. */
const USER_AGENT = 'n8n';

export const notStored = (error: unknown): { reason: string } => ({
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
		{ body, headers, fate }: TransportStream,
		{ url, fallback }: FileLink,
		way: Way,
	): Promise<Stored | Onward> {
		const { fileName, mimeType } = fileFactsOf({ headers, urls: [url, way.url], fallback });
		const stored = await context.helpers
			.prepareBinaryData(body as Flowing, fileName, mimeType)
			.then((binary) => ({ binary }), notStored);
		// A store might take a body that broke off for one that came to its end.
		return fate.failure ? afterFailure(fate.failure, { ...way, stored: fate.bytes }) : stored;
	}

	async function tryOnce(link: FileLink, way: Way, maxBytes: number): Promise<Stored | Onward> {
		const came = await ask(way.url, maxBytes);
		if (came.kind === 'failure') return afterFailure(came, way);
		try {
			const next = nextStep(came, way);
			return next.step === 'take' ? await take(came, link, way) : next;
		} finally {
			came.body.destroy();
		}
	}

	return {
		async fetch(link, maxBytes) {
			let way = wayTo(link.url);
			let next: Stored | Onward = firstStep(link.url);
			while ('step' in next && next.step !== 'giveUp') {
				if (next.step === 'again') await hostRuntime.pause(REPEAT_AFTER_MS, signal);
				way = moved(way, next);
				next = await tryOnce(link, way, maxBytes);
			}
			return next;
		},
		close: async () => await transport?.close(),
	};
}
