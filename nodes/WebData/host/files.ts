// The files of an item: put into n8n's store beside its json, or said why not.

import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FileContent, Notice, OutputFile } from '../operations/operation';
import { requestSettingsField } from '../operations/settings.fields';
import { notStored, openDownloads, type Stored } from './downloads';
import { withoutValue } from './items';
import type { FileLimits } from './settings';
import { takeTurns, type TakeTurn } from './turns';
import { withLabels } from './words';

/** An output with its files, and what a person should know of those that it lacks. */
export interface Attached {
	output: { json: IDataObject; binary?: IBinaryKeyData };
	notices: Notice[];
}

export interface Files {
	/** Rejects only where a file cannot be stored whose content the json does not have. */
	attach(json: IDataObject, files: readonly OutputFile[], limits: FileLimits): Promise<Attached>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

interface Had {
	file: OutputFile;
	stored: Stored;
}

const tooLarge = 'it is larger than {maxFileSize}';

const isContent = (file: OutputFile): file is FileContent => 'content' in file;

function noticeOf(file: OutputFile, reason: string): Notice {
	const what = isContent(file)
		? 'was not put into the item, its content stays in the data'
		: 'was not downloaded, its link stays in the data';
	const why = withLabels(reason, [requestSettingsField]);
	return { kind: 'fileMissing', text: `The file '${file.field}' ${what}: ${why}`, warns: true };
}

/** Content that became a file leaves the json; a link stays. */
function attached(json: IDataObject, all: readonly Had[]): Attached {
	const binary: IBinaryKeyData = {};
	const notices: Notice[] = [];
	let rest = json;
	for (const { file, stored } of all) {
		if ('reason' in stored) {
			notices.push(noticeOf(file, stored.reason));
			continue;
		}
		binary[file.field] = stored.binary;
		if (isContent(file) && file.at !== undefined) rest = withoutValue(rest, file.at);
	}
	const hasFiles = Object.keys(binary).length > 0;
	return { output: hasFiles ? { json: rest, binary } : { json: rest }, notices };
}

/** For one execution; to be closed at its end. */
export function openFiles(context: IExecuteFunctions, signal: AbortSignal): Files {
	const downloads = openDownloads(context, signal);
	let inTurn: TakeTurn | undefined;

	async function store(file: FileContent, maxBytes: number): Promise<Stored> {
		const { content, fileName, mimeType, at } = file;
		if (at !== undefined && content.length > maxBytes) return { reason: tooLarge };
		const storing = context.helpers.prepareBinaryData(content, fileName, mimeType);
		if (at === undefined) return { binary: await storing };
		return await storing.then((binary) => ({ binary }), notStored);
	}

	return {
		async attach(json, files, { maxBytes, atOnce }) {
			const turn = (inTurn ??= takeTurns(atOnce));
			const links = new Map<string, Promise<Stored>>();
			const all = files.map(async (file): Promise<Had> => {
				if (isContent(file)) return { file, stored: await store(file, maxBytes) };
				const fetched = links.get(file.url) ?? turn(() => downloads.fetch(file, maxBytes));
				links.set(file.url, fetched);
				return { file, stored: await fetched };
			});
			return attached(json, await Promise.all(all));
		},
		close: () => downloads.close(),
	};
}
