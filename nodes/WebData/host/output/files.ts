import type {
	BinaryHelperFunctions,
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
} from 'n8n-workflow';
import { Gate } from '../../client/gate';
import {
	type DownloadState,
	firstStep,
	type NextStep,
	stepAfterFailure,
	stepAfterResponse,
} from '../../files/downloadPolicy';
import { fileInfo } from '../../files/fileNames';
import { insertLabels } from '../../form/labels';
import { isObject } from '../../json/json';
import type { FileLink, Notice, OutputFile } from '../../operation/operation';
import type { StreamingTransport, TransportStream } from '../../transport/http';
import { openTransport } from '../network/egress';
import { hostRuntime, untilAborted } from '../network/runtime';
import { settingLabel } from './text';

interface ItemWithFiles {
	output: { json: IDataObject; binary?: IBinaryKeyData };
	notices: Notice[];
}

/** For an operation whose output contains no file, although files should be downloaded. */
export const noFiles: Notice = {
	kind: 'noFiles',
	text: "'Download Files' is on, but the output contains no file",
	advice:
		'To get PDF files, turn on {returnPdfUnparsed}. To get a file of each page, add a format such as Screenshot',
};

type StoredContent = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/** `reason` completes the sentence "… was not downloaded, and its link remains in the item data: …". */
type StoreResult = { binary: IBinaryData } | { reason: string };

const storeFailure = (error: unknown): { reason: string } => ({
	reason: `n8n could not store it (${error instanceof Error ? error.message : String(error)})`,
});

/** Returns the value without the part at a path. A removed list entry becomes `null`. */
export function removeAt(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
	if (Array.isArray(value)) {
		return value.map((each: unknown, index) =>
			index !== step ? each : rest.length === 0 ? null : removeAt(each, rest),
		);
	}
	if (!isObject(value) || step === undefined) return value;
	const { [String(step)]: inner, ...others } = value;
	return rest.length === 0 ? others : { ...value, [String(step)]: removeAt(inner, rest) };
}

function attachFiles(
	json: IDataObject,
	files: readonly (readonly [OutputFile, StoreResult])[],
): ItemWithFiles {
	const binary: IBinaryKeyData = {};
	const notices: Notice[] = [];
	let rest = json;
	for (const [file, stored] of files) {
		if ('reason' in stored) {
			const problem =
				'content' in file
					? 'was not stored as a file, and its content remains in the item data'
					: 'was not downloaded, and its link remains in the item data';
			const cause = insertLabels(stored.reason, settingLabel) ?? stored.reason;
			const text = `The file '${file.field}' ${problem}: ${cause}`;
			notices.push({ kind: 'fileMissing', text, warns: true });
			continue;
		}
		binary[file.field] = stored.binary;
		if ('content' in file && file.at !== undefined) rest = removeAt(rest, file.at) as IDataObject;
	}
	const hasFiles = Object.keys(binary).length > 0;
	return { output: hasFiles ? { json: rest, binary } : { json: rest }, notices };
}

/**
 * Stores files in n8n's binary store. Downloads do not send the API key. The egress rules of the instance apply to them,
 * but the credential's allowed domains do not apply. The caller must call `close` at the end of the execution.
 */
export class Files {
	private readonly transport: StreamingTransport;
	private readonly downloading: Gate;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly signal: AbortSignal,
		maxDownloads: number,
	) {
		this.transport = openTransport(context, {});
		this.downloading = new Gate((count) => count <= maxDownloads);
	}

	/** Rejects if the execution is aborted, or if the content of a file would be lost. */
	async attach(
		json: IDataObject,
		files: readonly OutputFile[],
		maxBytes: number,
	): Promise<ItemWithFiles> {
		const links = new Map<string, Promise<StoreResult>>();
		const storeOrFetch = (file: OutputFile): Promise<StoreResult> => {
			if ('content' in file) return this.storeContent(file, maxBytes);
			const fetched = links.get(file.url) ?? this.downloading.run(() => this.fetch(file, maxBytes));
			links.set(file.url, fetched);
			return fetched;
		};
		const stored = files.map(
			async (file) => [file, await untilAborted(storeOrFetch(file), this.signal)] as const,
		);
		return attachFiles(json, await Promise.all(stored));
	}

	close(): Promise<void> {
		return this.transport.close();
	}

	private async store(
		content: StoredContent,
		fileName: string,
		mimeType?: string,
	): Promise<StoreResult> {
		const storing = this.context.helpers.prepareBinaryData(content, fileName, mimeType);
		return { binary: await untilAborted(storing, this.signal) };
	}

	private async storeContent(
		{ content, fileName, mimeType, at }: Extract<OutputFile, { content: Buffer }>,
		maxBytes: number,
	): Promise<StoreResult> {
		if (at !== undefined && content.length > maxBytes) {
			return { reason: 'the file is larger than {maxFileSize}' };
		}
		const storing = this.store(content, fileName, mimeType);
		return await (at === undefined ? storing : storing.catch(storeFailure));
	}

	/** Downloads a file. Never rejects. */
	private async fetch(link: FileLink, maxBytes: number): Promise<StoreResult> {
		let next: StoreResult | NextStep = firstStep(link.url);
		let retries = 0;
		while ('url' in next) {
			if (next.retries > retries) await hostRuntime.sleep(1000, this.signal);
			retries = next.retries;
			next = await this.request(link, next, maxBytes);
		}
		return next;
	}

	private async request(
		link: FileLink,
		state: DownloadState,
		maxResponseBytes: number,
	): Promise<StoreResult | NextStep> {
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
			const isFile = response.status >= 200 && response.status < 300;
			return isFile
				? await this.storeStream(response, link, state)
				: stepAfterResponse(response, state);
		} finally {
			response.body.destroy();
		}
	}

	private async storeStream(
		{ body, headers, streamResult }: TransportStream,
		{ url, fallback }: FileLink,
		state: DownloadState,
	): Promise<StoreResult | NextStep> {
		const { fileName, mimeType } = fileInfo({ headers, urls: [url, state.url], fallback });
		const storing = this.store(body as StoredContent, fileName, mimeType);
		const result = await storing.catch(storeFailure);
		// n8n's binary store may report success for an interrupted body, so a failure of the stream takes precedence.
		return streamResult.failure
			? stepAfterFailure(streamResult.failure, state, streamResult.bytes)
			: result;
	}
}
