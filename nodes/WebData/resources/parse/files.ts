import type { Account } from '../../client/account';
import { call } from '../../client/call';
import {
	abortedError,
	type Client,
	noAnswer,
	ServiceError,
	serviceError,
} from '../../client/client';
import { type ApiRequest, defineRoute } from '../../client/request';
import { type Failure, failureOfRow } from '../../errors/row';
import { listSome } from '../../errors/text';
import { mediaType } from '../../files/fileNames';
import { BYTES_PER_MB, dataOf, type JsonObject, listOf, objectsIn } from '../../json/json';
import { throwOnlyError } from '../../operation/operation';
import type { FilePart } from '../../transport/http';
import { parseRows } from './errors';

/** An extension without a dot, and a media type, both in lowercase. */
type FileType = readonly [extension: string, mimeType: string];

/** File types that every server can parse. The first entry of an extension or media type is its default. */
const knownTypes: readonly FileType[] = [
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
function uploadInfo(
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
async function listedTypes(client: Client): Promise<FileType[] | undefined> {
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

const MAX_FILE_BYTES = 50 * BYTES_PER_MB;

export interface InputFile extends Pick<FilePart, 'content' | 'size'> {
	field: string;
	/** Empty if the file has no name. */
	fileName: string;
	contentType: string;
}

export interface InputFiles {
	files: readonly InputFile[];
	/** Requested names without a matching binary field in the item. */
	missing: readonly string[];
	available: readonly string[];
}

const sizeInMb = (bytes: number): string => `${Math.ceil((bytes * 10) / BYTES_PER_MB) / 10} MB`;

export const nameOf = ({ fileName, field }: InputFile): string =>
	fileName === '' ? field : fileName;

const uploadInfoOf = (file: InputFile, types: readonly FileType[]) =>
	uploadInfo(nameOf(file), file.contentType, types);

const isSupported = (file: InputFile, types: readonly FileType[]): boolean =>
	uploadInfoOf(file, types) !== undefined;

const isKnown = (file: InputFile): boolean => isSupported(file, knownTypes);

const MAX_LISTED_NAMES = 10;

/** An expression may return the content of a file instead of its name, so long texts are not shown. */
function joinNames(names: readonly string[]): string {
	const texts = names.map((name) =>
		name.length > 50 ? `a text of ${name.length} characters` : `'${name}'`,
	);
	return listSome(texts, MAX_LISTED_NAMES);
}

interface FileValues {
	inputBinaryField: InputFiles;
	skipUnsupportedFiles: boolean;
}

/** Returns the reasons why the files of an item cannot be sent. */
export function fileIssues({ inputBinaryField, skipUnsupportedFiles }: FileValues) {
	const { files, missing, available } = inputBinaryField;
	const messages: string[] = [];
	if (missing.length > 0) {
		const known =
			available.length === 0
				? 'the item has no binary fields'
				: `the binary fields of the item are ${joinNames(available)}`;
		messages.push(`refers to ${joinNames(missing)}, which the item does not contain: ${known}`);
	} else if (files.length === 0) messages.push('matches no file in the item');
	for (const file of skipUnsupportedFiles ? files.filter(isKnown) : files) {
		const { size } = file;
		if (size === 0) messages.push(`contains '${nameOf(file)}', which is empty`);
		else if (size !== undefined && size > MAX_FILE_BYTES) {
			const sizes = `${sizeInMb(MAX_FILE_BYTES)} (${sizeInMb(size)})`;
			messages.push(`contains '${nameOf(file)}', which is larger than ${sizes}`);
		}
	}
	return messages.map((message) => ({ path: ['inputBinaryField'], message }));
}

/** A file of an unknown type keeps its name and type. A file in memory is decoded when its content is read. */
export const toFileParts = (
	files: readonly InputFile[],
	types: readonly FileType[] = knownTypes,
): FilePart[] =>
	files.map((file) => {
		const { size, contentType } = file;
		const info = uploadInfoOf(file, types) ?? { fileName: nameOf(file), contentType };
		return {
			...{ name: 'file', ...info, size, maxSize: MAX_FILE_BYTES },
			get content() {
				return file.content;
			},
		};
	});

function unsupportedFailure(files: readonly InputFile[], types: readonly FileType[]): Failure {
	const failure = failureOfRow(parseRows.uploadTypeNotSupported);
	const named = files.map(
		(file) => `'${nameOf(file)}' (${file.contentType === '' ? 'no media type' : file.contentType})`,
	);
	const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
	const extensions = [...new Set(types.map(([extension]) => extension))].join(', ');
	return {
		...failure,
		message: `${named[0]}${more} cannot be parsed`,
		cause: `${failure.cause} Accepted extensions: ${extensions}.`,
	};
}

export interface ParsedFile {
	file: string;
	answer: JsonObject | ServiceError;
}

interface ParsedFiles {
	/** In the order of the files. */
	parsed: ParsedFile[];
	/** Names of the files whose type the service does not parse. */
	skipped: string[];
}

const isRefusedType = ({ answer }: ParsedFile): boolean =>
	answer instanceof ServiceError && answer.failure.errorId === parseRows.uploadTypeNotSupported.id;

/**
 * Sends a separate request for each file. Asks for the service's list of file types only if a type is unknown. Without such
 * a list, the service decides.
 */
export async function parseFiles(
	request: ApiRequest,
	client: Client,
	{ inputBinaryField: { files }, skipUnsupportedFiles }: FileValues,
): Promise<ParsedFiles> {
	const listed = files.every(isKnown) ? [] : await listedTypes(client);
	if (client.stop.signal?.aborted) throw abortedError();
	const types = [...knownTypes, ...(listed ?? [])];
	const unsupported = listed === undefined ? [] : files.filter((file) => !isSupported(file, types));
	if (unsupported.length > 0 && !skipUnsupportedFiles) {
		throw new ServiceError(unsupportedFailure(unsupported, types), { attempts: 0 });
	}
	const supported = files.filter((file) => !unsupported.includes(file));
	const parts = toFileParts(supported, types);
	const send = (file: FilePart): Promise<JsonObject> => {
		const single = { ...request, files: [file] };
		const work = () => call(single, client);
		// The credits of an item with one file are already reserved.
		return files.length === 1 ? work() : client.creditGuard.reserve(single, work);
	};
	// A file that fails must not abandon the other files, which cost credits.
	const sending = parts.map(async (part) => ({
		file: part.fileName,
		answer: await send(part).catch(serviceError),
	}));
	const answered = await Promise.all(sending);
	const refused = skipUnsupportedFiles ? answered.filter(isRefusedType) : [];
	const parsed = answered.filter((file) => !refused.includes(file));
	throwOnlyError(parsed.map(({ answer }) => answer));
	return {
		parsed,
		skipped: [...unsupported.map(nameOf), ...refused.map(({ file }) => file)],
	};
}
