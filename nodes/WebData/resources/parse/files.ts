import { z } from 'zod';
import { callApi, type Result, succeedWith, totalEffort } from '../../client/call';
import type { Client } from '../../client/client';
import type { ApiRequest } from '../../client/request';
import type { Failure } from '../../errors/row';
import { mediaType } from '../../files/fileNames';
import type { ContractIssue } from '../../form/issues';
import { BYTES_PER_MB, isObject, type JsonObject } from '../../json/json';
import type { FilePart } from '../../transport/http';

const MAX_FILE_BYTES = 50 * BYTES_PER_MB;

/**
 * Media types of the files that the service can parse, by file extension. The first extension of a media type is the
 * type's default.
 */
const parsedTypes = {
	csv: 'text/csv',
	doc: 'application/msword',
	docm: 'application/vnd.ms-word.document.macroenabled.12',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	epub: 'application/epub+zip',
	html: 'text/html',
	htm: 'text/html',
	odp: 'application/vnd.oasis.opendocument.presentation',
	ods: 'application/vnd.oasis.opendocument.spreadsheet',
	odt: 'application/vnd.oasis.opendocument.text',
	pdf: 'application/pdf',
	ppt: 'application/vnd.ms-powerpoint',
	pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	rtf: 'application/rtf',
	xhtml: 'application/xhtml+xml',
	xls: 'application/vnd.ms-excel',
	xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
	xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type FileExtension = keyof typeof parsedTypes;

const fileExtensions = Object.keys(parsedTypes) as FileExtension[];

const typeAliases: Readonly<Record<string, FileExtension>> = {
	'application/csv': 'csv',
	'application/x-pdf': 'pdf',
	'text/rtf': 'rtf',
};

const parsedExtensionByType = new Map<string, FileExtension>([
	...[...fileExtensions].reverse().map((extension) => [parsedTypes[extension], extension] as const),
	...Object.entries(typeAliases),
]);

const isFileExtension = (text: string): text is FileExtension => Object.hasOwn(parsedTypes, text);

function supportedExtension(fileName: string): FileExtension | undefined {
	const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return isFileExtension(extension) ? extension : undefined;
}

interface UploadInfo {
	fileName: string;
	contentType: string;
}

/**
 * Returns the file name and media type for an upload, or undefined if the service cannot parse the file. The file name
 * always has a supported extension.
 */
function uploadInfo(fileName: string, contentType: string): UploadInfo | undefined {
	const named = supportedExtension(fileName);
	if (named !== undefined) return { fileName, contentType: parsedTypes[named] };
	const extension = parsedExtensionByType.get(mediaType(contentType));
	return extension === undefined
		? undefined
		: { fileName: `${fileName}.${extension}`, contentType: parsedTypes[extension] };
}

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

export const inputFiles = z.custom<InputFiles>(isObject);

const FILE_PART = 'file';

const sizeInMb = (bytes: number): string => `${Math.ceil((bytes * 10) / BYTES_PER_MB) / 10} MB`;

export const nameOf = ({ fileName, field }: InputFile): string =>
	fileName === '' ? field : fileName;

const uploadInfoOf = (file: InputFile): UploadInfo | undefined =>
	uploadInfo(nameOf(file), file.contentType);

export const isSupported = (file: InputFile): boolean => uploadInfoOf(file) !== undefined;

function problemOf(file: InputFile): string | undefined {
	const { contentType, size } = file;
	if (uploadInfoOf(file) === undefined) {
		return `contains '${nameOf(file)}' (${contentType}), which cannot be parsed. Accepted extensions: ${fileExtensions.join(', ')}`;
	}
	if (size === 0) return `contains '${nameOf(file)}', which is empty`;
	return size !== undefined && size > MAX_FILE_BYTES
		? `contains '${nameOf(file)}', which is larger than ${sizeInMb(MAX_FILE_BYTES)} (${sizeInMb(size)})`
		: undefined;
}

const MAX_LISTED_NAMES = 10;
const MAX_NAME_LENGTH = 50;

/** An expression may return the content of a file instead of its name, so long texts are not shown. */
const quoteName = (name: string): string =>
	name.length > MAX_NAME_LENGTH ? `a text of ${name.length} characters` : `'${name}'`;

function listOf(names: readonly string[]): string {
	const others = names.length - MAX_LISTED_NAMES;
	const listed = names.slice(0, MAX_LISTED_NAMES).map(quoteName).join(', ');
	return others > 0 ? `${listed}, and ${others} more` : listed;
}

function missingProblem({ missing, available }: InputFiles): string | undefined {
	if (missing.length === 0) return undefined;
	const names = listOf(missing);
	const known =
		available.length === 0
			? 'the item has no binary fields'
			: `the binary fields of the item are ${listOf(available)}`;
	return `refers to ${names}, which the item does not contain: ${known}`;
}

/** Returns the reasons why the files of an item cannot be sent. */
export function fileIssues(field: string, { files, ...names }: InputFiles): ContractIssue[] {
	const missing = missingProblem({ files, ...names });
	const none =
		files.length === 0 && missing === undefined ? 'matches no file in the item' : missing;
	const problems = [none, ...files.map(problemOf)];
	return problems.flatMap((message) => (message === undefined ? [] : [{ path: [field], message }]));
}

export function toFileParts(files: readonly InputFile[]): FilePart[] {
	return files.flatMap((file) => {
		const info = uploadInfoOf(file);
		const { size, content } = file;
		return info === undefined
			? []
			: [{ name: FILE_PART, ...info, size, maxSize: MAX_FILE_BYTES, content }];
	});
}

export type ParsedFile = { file: string } & ({ answer: JsonObject } | { failure: Failure });

const outcomeOf = ({ fileName }: FilePart, result: Result): ParsedFile =>
	result.ok
		? { file: fileName, answer: result.answer }
		: { file: fileName, failure: result.failure };

function combine(files: readonly FilePart[], results: readonly Result[]): Result {
	const effort = totalEffort(results);
	const aborted = results.find((result) => !result.ok && result.stopReason === 'aborted');
	if (aborted !== undefined) return { ...aborted, ...effort };
	const parsed = results.flatMap((result, index) => {
		const file = files[index];
		return file === undefined ? [] : [outcomeOf(file, result)];
	});
	return succeedWith(effort, { parsed });
}

/** Sends a separate request for each file. For several files, `parsed` contains the results in order. */
export async function parseFiles(request: ApiRequest, client: Client): Promise<Result> {
	const { files = [] } = request;
	if (files.length === 1) return await callApi(request, client);
	const send = (file: FilePart): Promise<Result> => {
		const single = { ...request, files: [file] };
		const work = () => callApi(single, client);
		return client.creditGuard?.reserve(single, work) ?? work();
	};
	return combine(files, await Promise.all(files.map(send)));
}
