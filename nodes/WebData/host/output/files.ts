import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Gate } from '../../client/gate';
import { insertLabels } from '../../form/labels';
import { isObject } from '../../json/json';
import type { Notice, OutputFile } from '../../operation/operation';
import { Downloads, storeFailure, type StoreResult, untilAborted } from './downloads';
import { settingLabel } from './text';

interface ItemWithFiles {
	output: { json: IDataObject; binary?: IBinaryKeyData };
	notices: Notice[];
}

export interface Files {
	/** Rejects if the execution is aborted, or if the content of a file would be lost. */
	attach(json: IDataObject, files: readonly OutputFile[], maxBytes: number): Promise<ItemWithFiles>;
	close(): Promise<void>;
}

/** For an operation whose output contains no file, although files should be downloaded. */
export const noFiles: Notice = {
	kind: 'noFiles',
	text: "'Download Files' is on, but the output contains no file",
	advice:
		'To get PDF files, turn on {returnPdfUnparsed}. To get a file of each page, add a format such as Screenshot',
};

interface StoredFile {
	file: OutputFile;
	stored: StoreResult;
}

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

function attachFiles(json: IDataObject, files: readonly StoredFile[]): ItemWithFiles {
	const binary: IBinaryKeyData = {};
	const notices: Notice[] = [];
	let rest = json;
	for (const { file, stored } of files) {
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

/** The caller must close the returned object at the end of the execution. */
export function openFiles(
	context: IExecuteFunctions,
	signal: AbortSignal,
	maxDownloads: number,
): Files {
	const downloads = new Downloads(context, signal);
	const downloading = new Gate((count) => count <= maxDownloads);

	async function store(
		{ content, fileName, mimeType, at }: Extract<OutputFile, { content: Buffer }>,
		maxBytes: number,
	): Promise<StoreResult> {
		if (at !== undefined && content.length > maxBytes) {
			return { reason: 'the file is larger than {maxFileSize}' };
		}
		const storing = context.helpers.prepareBinaryData(content, fileName, mimeType);
		const stored = untilAborted(storing, signal).then((binary) => ({ binary }));
		return await (at === undefined ? stored : stored.catch(storeFailure));
	}

	return {
		async attach(json, files, maxBytes) {
			const links = new Map<string, Promise<StoreResult>>();
			const storeOrFetch = (file: OutputFile): Promise<StoreResult> => {
				if ('content' in file) return store(file, maxBytes);
				const fetched =
					links.get(file.url) ?? downloading.run(() => downloads.fetch(file, maxBytes));
				links.set(file.url, fetched);
				return fetched;
			};
			const stored = files.map(async (file): Promise<StoredFile> => ({
				file,
				stored: await untilAborted(storeOrFetch(file), signal),
			}));
			return attachFiles(json, await Promise.all(stored));
		},
		close: () => downloads.close(),
	};
}
