// The files of an item: put into n8n's store beside its json, or said why not.

import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FileContent, Notice, OutputFile } from '../../operations/operation';
import { requestSettingsField } from '../../operations/common/settings.fields';
import { storeFailure, openDownloads, type StoreResult } from './downloads';
import { removeAt } from './itemJson';
import { untilAborted } from './untilAborted';
import type { FileLimits } from '../input/settings';
import { limitConcurrency, type RunLimited } from '../limitConcurrency';
import { insertLabels } from './insertLabels';

/** An output with its files, and what a person should know of those that it lacks. */
export interface ItemWithFiles {
	output: { json: IDataObject; binary?: IBinaryKeyData };
	notices: Notice[];
}

export interface Files {
	/** Rejects only where a file cannot be stored whose content the json does not have. */
	attach(
		json: IDataObject,
		files: readonly OutputFile[],
		limits: FileLimits,
	): Promise<ItemWithFiles>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

interface StoredFile {
	file: OutputFile;
	stored: StoreResult;
}

const tooLarge = 'it is larger than {maxFileSize}';

const isContent = (file: OutputFile): file is FileContent => 'content' in file;

function missingFileNotice(file: OutputFile, reason: string): Notice {
	const what = isContent(file)
		? 'was not put into the item, its content stays in the data'
		: 'was not downloaded, its link stays in the data';
	const why = insertLabels(reason, [requestSettingsField]);
	return { kind: 'fileMissing', text: `The file '${file.field}' ${what}: ${why}`, warns: true };
}

/** Content that became a file leaves the json; a link stays. */
function attachFiles(json: IDataObject, all: readonly StoredFile[]): ItemWithFiles {
	const binary: IBinaryKeyData = {};
	const notices: Notice[] = [];
	let rest = json;
	for (const { file, stored } of all) {
		if ('reason' in stored) {
			notices.push(missingFileNotice(file, stored.reason));
			continue;
		}
		binary[file.field] = stored.binary;
		if (isContent(file) && file.at !== undefined) rest = removeAt(rest, file.at);
	}
	const hasFiles = Object.keys(binary).length > 0;
	return { output: hasFiles ? { json: rest, binary } : { json: rest }, notices };
}

/** For one execution; to be closed at its end. */
export function openFiles(context: IExecuteFunctions, signal: AbortSignal): Files {
	const downloads = openDownloads(context, signal);
	let inTurn: RunLimited | undefined;

	async function store(file: FileContent, maxBytes: number): Promise<StoreResult> {
		const { content, fileName, mimeType, at } = file;
		if (at !== undefined && content.length > maxBytes) return { reason: tooLarge };
		const storing = untilAborted(
			context.helpers.prepareBinaryData(content, fileName, mimeType),
			signal,
		);
		if (at === undefined) return { binary: await storing };
		return await storing.then((binary) => ({ binary }), storeFailure);
	}

	return {
		async attach(json, files, { maxBytes, atOnce }) {
			const turn = (inTurn ??= limitConcurrency(atOnce));
			const links = new Map<string, Promise<StoreResult>>();
			const all = files.map(async (file): Promise<StoredFile> => {
				if (isContent(file)) return { file, stored: await store(file, maxBytes) };
				const fetched = links.get(file.url) ?? turn(() => downloads.fetch(file, maxBytes));
				links.set(file.url, fetched);
				return { file, stored: await fetched };
			});
			return attachFiles(json, await Promise.all(all));
		},
		close: () => downloads.close(),
	};
}
