import { z } from 'zod';
import type { Endpoint } from '../errors/errorRow';
import { parseRows } from '../errors/rows/parse';
import { BYTES_PER_MB } from '../http/bytes';
import { integration, nonBlank } from '../schema/values';
import { formats, type FormatType } from '../scrape/formats';
import { scrapeOptions } from '../scrape/scrapeRequest';

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
