import { call } from '../../client/call';
import type { Account } from '../../client/account';
import type { Client } from '../../client/client';
import { defineRoute } from '../../client/request';
import { noAnswer } from '../../client/serviceError';
import { mediaType } from '../../files/fileNames';
import { dataOf, type JsonObject, listOf, objectsIn } from '../../json/json';

/** An extension without a dot, and a media type, both in lowercase. */
export type FileType = readonly [extension: string, mimeType: string];

/** File types that every server can parse. The first entry of an extension or media type is its default. */
export const knownTypes: readonly FileType[] = [
	['csv', 'text/csv'],
	['doc', 'application/msword'],
	['docm', 'application/vnd.ms-word.document.macroenabled.12'],
	['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	['epub', 'application/epub+zip'],
	['html', 'text/html'],
	['htm', 'text/html'],
	['odp', 'application/vnd.oasis.opendocument.presentation'],
	['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
	['odt', 'application/vnd.oasis.opendocument.text'],
	['pdf', 'application/pdf'],
	['ppt', 'application/vnd.ms-powerpoint'],
	['pptm', 'application/vnd.ms-powerpoint.presentation.macroenabled.12'],
	['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	['rtf', 'application/rtf'],
	['xhtml', 'application/xhtml+xml'],
	['xls', 'application/vnd.ms-excel'],
	['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
	['xlsm', 'application/vnd.ms-excel.sheet.macroenabled.12'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['csv', 'application/csv'],
	['pdf', 'application/x-pdf'],
	['rtf', 'text/rtf'],
];

const textsIn = (value: unknown): string[] =>
	listOf(value).filter((entry) => typeof entry === 'string');

/**
 * Returns the file name and media type for an upload, or undefined if the service cannot parse the file. The file name
 * always has a supported extension.
 */
export function uploadInfo(
	fileName: string,
	contentType: string,
	types: readonly FileType[],
): { fileName: string; contentType: string } | undefined {
	const named = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
	const known = types.find(([extension]) => extension === named);
	if (known !== undefined) return { fileName, contentType: known[1] };
	const [extension] = types.find(([, type]) => type === mediaType(contentType)) ?? [];
	return extension === undefined
		? undefined
		: uploadInfo(`${fileName}.${extension}`, contentType, types);
}

export const formatsRoute = defineRoute('GET', 'parse/formats', { errors: [] });

/** Requests for the file types, by account. Each execution has its own account objects. */
const requests = new WeakMap<Account, Promise<JsonObject>>();

/** Returns the file types that the service lists, or undefined if they are unknown. */
export async function listedTypes(client: Client): Promise<FileType[] | undefined> {
	const request =
		requests.get(client.account) ?? call({ route: formatsRoute }, client).catch(noAnswer);
	requests.set(client.account, request);
	const listed = await request;
	// The fields of the list were read in the public documentation.
	const types = objectsIn(dataOf(listed).formats)
		.filter(({ available }) => available !== false)
		.flatMap(({ extensions, mimeTypes }) =>
			textsIn(extensions).flatMap((extension) =>
				textsIn(mimeTypes).map((type): FileType => [
					extension.replace(/^\./, '').toLowerCase(),
					type.toLowerCase(),
				]),
			),
		);
	return types.length === 0 ? undefined : types;
}
