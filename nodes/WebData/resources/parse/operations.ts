import type { ApiRequest } from '../../client/request';
import { defineOperation, type Resource } from '../../operation/operation';
import { scrapeTimeoutMs } from '../../page/options';
import { scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { fileIssues, parseFiles, toFileParts } from './files';
import { parseEndpoint, parseForm, type ParseValues } from './form';
import { parsedFile, parseNotices, skippedNotices, toParseParts } from './output';

const toRequest = (values: ParseValues): ApiRequest => ({
	endpoint: parseEndpoint,
	method: 'POST',
	path: ['parse'],
	dataField: 'data',
	body: toScrapeOptions(parseForm.sent(values)),
	files: toFileParts(values.inputBinaryField.files),
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
	costs: true,
	form: parseForm,
	// The node replaces the names in this field with the files.
	inputFiles: 'inputBinaryField',
	conflicts: (values) => [...fileIssues(values), ...scrapeOptionConflicts(values)],
	toRequest,
	execute: (request, client, values) => parseFiles(request, client, values),
	simplifies: true,
	output: parsedFile,
	toOutput: ({ parsed, skipped }, { simplify, values: { failedFiles }, merged, nowMs }) => ({
		parts: toParseParts(parsed, { failedFiles, simplify }),
		notices: [...skippedNotices(skipped), ...parseNotices(parsed, { merged, nowMs })],
	}),
});

export const parseResource: Resource = {
	value: 'parse',
	name: 'Parse',
	description: 'Content of files',
	defaultOperation: 'parse',
	operations: [parse],
};
