import { z } from 'zod';
import { additionalBodyFields, choice, flag, formOf, reworded, text, usage } from '../../form/form';
import { isObject } from '../../json/json';
import { formats, type FormatType, formatTypes, pageFormats } from '../../page/formats';
import { pageOptions, zeroDataRetention } from '../../page/options';
import type { InputFiles } from './files';

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
	'question',
	'rawHtml',
	'summary',
] as const satisfies readonly FormatType[];

const supportedFormats = formats.refine((list) => {
	const known: readonly string[] = formatTypes;
	const supported: readonly string[] = parseFormats;
	return list.every(({ type }) => supported.includes(type) || !known.includes(type));
}, 'must contain only formats that are available for files');

export const parseForm = formOf(
	{
		inputBinaryField: text(
			'Input Binary Field',
			'Binary fields that contain the files, each up to 50 MB. A PDF file costs 1 credit per page, and other files cost 1 credit.',
			{
				role: 'own',
				default: 'data',
				required: true,
				schema: z.custom<InputFiles>(isObject),
				placeholder: 'e.g. data',
				hint: 'The name of the input binary field that contains the file. Separate multiple names with commas, or enter * for all files. An expression that returns files also works.',
				details:
					'Documents, spreadsheets, presentations, HTML, EPUB, or CSV. Each file becomes one output item.',
			},
		),
		formats: reworded(pageFormats(parseFormats, supportedFormats), {
			description: 'Formats in which to return the file',
		}),
		failedFiles: choice(
			'Failed Files',
			'How to handle files that the service could not parse, if an item has several files',
			'items',
			{
				fail: ['Fail', 'Return an error for each failed file'],
				items: [
					'Output as Items',
					'Return an item with the file name and the reason for each failed file. Fails if no file of the input item could be parsed.',
				],
			},
			{ role: 'own' },
		),
	},
	// The open-source server rejects browser options and ignores cache options.
	{
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
		skipUnsupportedFiles: flag(
			'Skip Unsupported Files',
			'Whether to skip files that the service cannot parse, such as archives, instead of failing the item',
			{ role: 'own' },
		),
		additionalBodyFields,
	},
);
