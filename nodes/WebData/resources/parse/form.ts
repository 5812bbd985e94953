import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Endpoint } from '../../errors/row';
import { integration, nonBlank } from '../../form/values';
import { BYTES_PER_MB } from '../../json/json';
import { formats, type FormatType } from '../../page/formats';
import { scrapeOptions } from '../../page/scrapeOptions';
import { parseRows } from './errors';

export const parseEndpoint: Endpoint = {
	errors: Object.values(parseRows),
	credits: ['data', 'metadata', 'creditsUsed'],
	lowestPrice: () => 1,
};

/** Formats that the live API returns for an uploaded file. */
export const parseFormats = [
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

const isParseFormat = (type: FormatType): boolean =>
	(parseFormats as readonly FormatType[]).includes(type);

/** Scrape options that apply to file content. The live API rejects browser options and ignores cache options. */
export const parseOptions = scrapeOptions
	.pick({
		onlyMainContent: true,
		onlyCleanContent: true,
		includeTags: true,
		excludeTags: true,
		removeBase64Images: true,
		parsers: true,
		timeout: true,
		redactPII: true,
		threatProtection: true,
		auditMetadata: true,
	})
	.extend({
		formats: formats
			.refine(
				(list) => list.every(({ type }) => isParseFormat(type)),
				'must contain only formats that are available for files',
			)
			.optional(),
		zeroDataRetention: z.boolean().optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export const MAX_FILE_BYTES = 50 * BYTES_PER_MB;

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'inputBinaryField',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field that contains the file. Separate multiple names with commas, or enter * for all files of the item. An expression that returns files, such as {{ $binary.data }}, also works.',
	description:
		'Binary fields that contain the files, each up to 50 MB: documents, spreadsheets, presentations, HTML, EPUB, or CSV. Each file becomes one output item.',
};

export const failedFilesField: INodeProperties = {
	displayName: 'Output: Failed Files',
	name: 'failedFiles',
	type: 'options',
	default: 'items',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Handle each failed file as a failed item',
		},
		{
			name: 'Output as Items',
			value: 'items',
			description:
				'Return an item with the file name and the reason for each failed file. Fails if no file of the input item could be parsed.',
		},
	],
	description: 'How to handle files that the service could not parse, if an item has several files',
};

export const skipUnsupportedFilesField: INodeProperties = {
	displayName: 'Input: Skip Unsupported Files',
	name: 'skipUnsupportedFiles',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip files that the service cannot parse, such as images, instead of failing the item',
};
