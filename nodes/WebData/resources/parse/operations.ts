import type { ApiRequest } from '../../client/request';
import { defineOperation, type Resource } from '../../operation/operation';
import { scrapeTimeoutMs } from '../../page/options';
import { scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { fileIssues, type InputFiles, isSupported, nameOf, parseFiles, toFileParts } from './files';
import { parseEndpoint, parseForm, type ParseValues } from './form';
import { parsedFile, parseNotices, skippedNotices, toParseParts } from './output';

/** The node replaces the names in this field with the files. */
const FILES = 'inputBinaryField';

const filesToParse = ({ inputBinaryField: all, skipUnsupportedFiles }: ParseValues): InputFiles =>
	skipUnsupportedFiles ? { ...all, files: all.files.filter(isSupported) } : all;

const partsOf = (values: ParseValues) => toFileParts(filesToParse(values).files);

const skippedNames = ({ inputBinaryField, skipUnsupportedFiles }: ParseValues): string[] =>
	skipUnsupportedFiles
		? inputBinaryField.files.filter((file) => !isSupported(file)).map(nameOf)
		: [];

const conflicts = (values: ParseValues) => {
	const chosen = filesToParse(values);
	const allSkipped = chosen.files.length === 0 && values.inputBinaryField.files.length > 0;
	return [...(allSkipped ? [] : fileIssues(FILES, chosen)), ...scrapeOptionConflicts(values)];
};

const toRequest = (values: ParseValues): ApiRequest => ({
	endpoint: parseEndpoint,
	method: 'POST',
	path: ['parse'],
	dataField: 'data',
	body: toScrapeOptions(parseForm.sent(values)),
	files: partsOf(values),
	idempotency: 'repeatable',
	serviceTimeoutMs: scrapeTimeoutMs,
});

const parse = defineOperation({
	value: 'parse',
	name: 'Parse',
	action: 'Parse file',
	description: 'Get the content of a binary file as Markdown, JSON, or another format',
	toolDescription:
		'Reads a file that the workflow passes to this tool, such as a PDF or Word document, and returns its content as Markdown. Costs 1 credit for each file, or for each page of a PDF.',
	form: parseForm,
	inputFiles: FILES,
	conflicts,
	toRequest,
	execute: parseFiles,
	simplifies: true,
	output: parsedFile,
	toOutput: (answer, { simplify, values, sent, nowMs }) => ({
		parts: toParseParts(answer, {
			fileNames: partsOf(values).map(({ fileName }) => fileName),
			failedFiles: values.failedFiles,
			simplify,
		}),
		notices: [...skippedNotices(skippedNames(values)), ...parseNotices(answer, { sent, nowMs })],
	}),
});

export const parseResource: Resource = {
	value: 'parse',
	name: 'Parse',
	defaultOperation: 'parse',
	operations: [parse],
};
