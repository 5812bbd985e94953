import { z } from 'zod';
import type { FilePart } from '../../transport/http';
import { BYTES_PER_MB } from '../http/bytes';
import type { ContractIssue } from '../schema/issues';
import { fileExtensions, uploadInfo, type UploadInfo } from './fileKinds';
import { MAX_FILE_BYTES } from './parseRequest';

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

export const inputFiles = z.custom<InputFiles>();

const FILE_PART = 'file';

const sizeInMb = (bytes: number): string => `${Math.ceil((bytes * 10) / BYTES_PER_MB) / 10} MB`;

const uploadInfoOf = ({ fileName, field, contentType }: InputFile): UploadInfo | undefined =>
	uploadInfo(fileName === '' ? field : fileName, contentType);

const nameOf = ({ fileName, field }: InputFile): string => (fileName === '' ? field : fileName);

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
		return info === undefined
			? []
			: [
					{
						name: FILE_PART,
						...info,
						size: file.size,
						maxSize: MAX_FILE_BYTES,
						content: file.content,
					},
				];
	});
}
