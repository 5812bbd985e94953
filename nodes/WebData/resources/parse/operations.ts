import { z } from 'zod';
import { additionalBodyFieldsField, optionsField, usageFields } from '../../form/shared';
import { defineOperation, type Resource } from '../../operation/operation';
import { formatsField } from '../../page/formats';
import { scrapeOptionFields, zeroDataRetentionField } from '../../page/options';
import { scrapeTimeoutMs } from '../../page/scrapeOptions';
import { formOnlyOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import {
	fileIssues,
	inputFiles,
	type InputFiles,
	isSupported,
	parseFiles,
	toFileParts,
} from './files';
import {
	failedFilesField,
	inputBinaryField,
	parseEndpoint,
	parseFormats,
	parseOptions,
	skipUnsupportedFilesField,
} from './form';
import { parsedFile, parseNotices, skippedNotices, toParseParts } from './output';

/** The service's default timeout for files. */
const DEFAULT_PARSE_TIMEOUT_MS = 30_000;

const formValues = parseOptions.extend({
	redactPIIOptions: formOnlyOptions.redactPIIOptions,
	inputBinaryField: z.unknown(),
	skipUnsupportedFiles: z.boolean().default(false),
	failedFiles: z.enum(['fail', 'items']).default('items'),
	inputFiles,
});

type FormValues = z.infer<typeof formValues>;

const fileOptionFields = scrapeOptionFields([
	'onlyMainContent',
	'onlyCleanContent',
	'includeTags',
	'excludeTags',
	'removeBase64Images',
	'parsers',
	'timeout',
	'redactPII',
	'redactPIIOptions',
	'threatProtection',
	'auditMetadata',
]).map((field) =>
	field.name === 'timeout'
		? {
				...field,
				displayName: 'File: Timeout (Ms)',
				default: DEFAULT_PARSE_TIMEOUT_MS,
				description: 'Maximum time for each file, from 1,000 to 300,000 milliseconds',
			}
		: field,
);

const filesToParse = ({ inputFiles: all, skipUnsupportedFiles }: FormValues): InputFiles =>
	skipUnsupportedFiles ? { ...all, files: all.files.filter(isSupported) } : all;

const skippedNames = ({ inputFiles: { files }, skipUnsupportedFiles }: FormValues): string[] =>
	skipUnsupportedFiles
		? files.filter((file) => !isSupported(file)).map(({ fileName, field }) => fileName || field)
		: [];

const conflicts = (values: FormValues) => {
	const chosen = filesToParse(values);
	const allSkipped = chosen.files.length === 0 && values.inputFiles.files.length > 0;
	return [
		...(allSkipped ? [] : fileIssues(inputBinaryField.name, chosen)),
		...scrapeOptionConflicts(values),
	];
};

const optionsOf = ({
	inputBinaryField: _field,
	skipUnsupportedFiles: _skip,
	failedFiles: _failed,
	inputFiles: _files,
	...options
}: FormValues) => toScrapeOptions(options);

const parse = defineOperation({
	value: 'parse',
	name: 'Parse',
	action: 'Parse file',
	description: 'Get the content of a binary file as Markdown, JSON, or another format',
	toolDescription:
		'Reads a file that the workflow passes to this tool, such as a PDF or Word document, and returns its content as Markdown. Costs 1 credit for each file, or for each page of a PDF.',
	fields: [
		inputBinaryField,
		formatsField(parseFormats),
		optionsField([
			...fileOptionFields,
			zeroDataRetentionField,
			skipUnsupportedFilesField,
			failedFilesField,
			...usageFields,
			additionalBodyFieldsField,
		]),
	],
	inputFiles: inputBinaryField.name,
	input: formValues,
	conflicts,
	toRequest: (values) => ({
		endpoint: parseEndpoint,
		method: 'POST',
		path: ['parse'],
		dataField: 'data',
		body: optionsOf(values),
		files: toFileParts(filesToParse(values).files),
		idempotency: 'repeatable',
		serviceTimeoutMs: scrapeTimeoutMs,
	}),
	execute: parseFiles,
	simplifies: true,
	output: parsedFile,
	toParts: (answer, { simplify }, values) =>
		toParseParts(answer, {
			fileNames: toFileParts(filesToParse(values).files).map(({ fileName }) => fileName),
			failedFiles: values.failedFiles,
			simplify,
		}),
	notices: (answer, values, nowMs) => [
		...skippedNotices(skippedNames(values)),
		...parseNotices(answer, values, nowMs),
	],
});

export const parseResource: Resource = {
	value: 'parse',
	name: 'Parse',
	defaultOperation: 'parse',
	operations: [parse],
};
