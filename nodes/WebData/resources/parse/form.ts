import type { z } from 'zod';
import type { Endpoint } from '../../errors/row';
import { choice, flag, reworded, text } from '../../form/fields';
import { formOf } from '../../form/form';
import { additionalBodyFields, usage } from '../../form/shared';
import { formats, type FormatType, formatTypes, pageFormats } from '../../page/formats';
import { pageOptions, zeroDataRetention } from '../../page/options';
import { parseRows } from './errors';
import { inputFiles } from './files';

export const parseEndpoint: Endpoint = {
	errors: Object.values(parseRows),
	credits: ['data', 'metadata', 'creditsUsed'],
	lowestPrice: () => 1,
};

/** Formats that the open-source server returns for an uploaded file. */
const parseFormats = [
	'attributes',
	'deterministicJson',
	'highlights',
	'html',
	'images',
	'json',
	'links',
	'markdown',
	'menu',
	'product',
	'query',
	'question',
	'rawHtml',
	'summary',
] as const satisfies readonly FormatType[];

const supportedTypes: ReadonlySet<FormatType> = new Set(parseFormats);

const pageTypes: ReadonlySet<string> = new Set(
	formatTypes.filter((type) => !supportedTypes.has(type)),
);

const supportedFormats = formats.refine(
	(list) => !list.some(({ type }) => pageTypes.has(type)),
	'must contain only formats that are available for files',
);

const fields = {
	inputBinaryField: text({
		displayName: 'Input Binary Field',
		role: 'own',
		default: 'data',
		required: true,
		schema: inputFiles,
		placeholder: 'e.g. data',
		hint: 'The name of the input binary field that contains the file. Separate multiple names with commas, or enter * for all files. An expression that returns files also works.',
		description: 'Binary fields that contain the files',
		details:
			'Each file up to 50 MB: documents, spreadsheets, presentations, HTML, EPUB, or CSV. Each file becomes one output item.',
	}),
	formats: reworded(pageFormats(parseFormats, supportedFormats), {
		description: 'Formats in which to return the file',
		details: 'By default, the service returns Markdown.',
	}),
	failedFiles: choice(
		{
			displayName: 'Failed Files',
			role: 'own',
			default: 'items',
			description:
				'How to handle files that the service could not parse, if an item has several files',
		},
		{
			fail: ['Fail', 'Handle each failed file as a failed item'],
			items: [
				'Output as Items',
				'Return an item with the file name and the reason for each failed file. Fails if no file of the input item could be parsed.',
			],
		},
	),
};

/** The open-source server rejects browser options and ignores cache options. */
const options = {
	onlyMainContent: pageOptions.onlyMainContent,
	onlyCleanContent: pageOptions.onlyCleanContent,
	includeTags: pageOptions.includeTags,
	excludeTags: pageOptions.excludeTags,
	removeBase64Images: pageOptions.removeBase64Images,
	parsers: pageOptions.parsers,
	timeout: reworded(pageOptions.timeout, {
		default: 30_000,
		description: 'Maximum time for each file, from 1,000 to 300,000 milliseconds',
	}),
	redactPII: pageOptions.redactPII,
	redactPIIOptions: pageOptions.redactPIIOptions,
	threatProtection: pageOptions.threatProtection,
	auditMetadata: pageOptions.auditMetadata,
	zeroDataRetention,
	...usage,
	skipUnsupportedFiles: flag({
		displayName: 'Skip Unsupported Files',
		role: 'own',
		description:
			'Whether to skip files that the service cannot parse, such as archives, instead of failing the item',
	}),
	additionalBodyFields,
};

export const parseForm = formOf(fields, options);

export type ParseValues = z.infer<typeof parseForm.input>;
