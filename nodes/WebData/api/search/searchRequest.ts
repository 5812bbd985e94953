import { z } from 'zod';
import type { Endpoint } from '../errors/errorRow';
import { requestRows } from '../errors/rows/scrape';
import { searchRows } from '../errors/rows/search';
import { dataOf } from '../http/response';
import { domain } from '../schema/domain';
import { integration, nonBlank, textUpTo, wholeNumber } from '../schema/values';
import { formats, type FormatType } from '../scrape/formats';
import { scrapeOptions, threatProtection } from '../scrape/scrapeRequest';

const CREDITS_PER_TEN_RESULTS = 2;

export const searchEndpoint: Endpoint = {
	errors: [...Object.values(searchRows), requestRows.threatProtectionRefused],
	credits: ['creditsUsed'],
	lowestPrice: (answer) => {
		const lists = Object.values(dataOf(answer)).filter((list) => Array.isArray(list));
		return CREDITS_PER_TEN_RESULTS * Math.ceil(lists.flat().length / 10);
	},
};

export const searchFormatTypes = [
	'markdown',
	'html',
	'rawHtml',
	'links',
	'images',
	'summary',
	'product',
	'menu',
	'json',
	'question',
	'highlights',
	'query',
	'screenshot',
] as const satisfies readonly FormatType[];

const supportedTypes: ReadonlySet<FormatType> = new Set(searchFormatTypes);

export const searchFormats = formats.superRefine((list, context) => {
	const others = list.map(({ type }) => type).filter((type) => !supportedTypes.has(type));
	if (others.length === 0) return;
	const message = `must not contain ${others.join(', ')}, which a search does not return`;
	context.addIssue({ code: 'custom', message });
});

/**
 * A search source. Only `web` sources have settings. Unknown types are sent unchanged, because the specification does
 * not list all types.
 */
export const searchSource = z
	.object({
		type: nonBlank,
		tbs: nonBlank.optional(),
		filter: nonBlank.optional(),
		lang: nonBlank.optional(),
		country: nonBlank.optional(),
		location: nonBlank.optional(),
	})
	.strict();

export type SearchSource = z.infer<typeof searchSource>;

const categoryTypes = z.enum(['github', 'research', 'pdf', 'developer']);

/** A category name, or an object that contains the name as `type`. */
const searchCategory = z.union([
	categoryTypes,
	z
		.object({ type: categoryTypes })
		.strict()
		.transform(({ type }) => type),
]);

const categories = z.array(searchCategory).superRefine((list, context) => {
	if (!list.includes('developer') || list.length === 1) return;
	context.addIssue({
		code: 'custom',
		message: "must not contain other categories in addition to 'Developer'",
	});
});

/**
 * Body of a search request. The specification does not document these fields. The fields were observed in the live API.
 */
export const searchRequest = z
	.object({
		query: textUpTo(500),
		limit: wholeNumber.min(1).max(100).optional(),
		sources: z.array(searchSource).optional(),
		categories: categories.optional(),
		includeDomains: z.array(domain).optional(),
		excludeDomains: z.array(domain).optional(),
		tbs: nonBlank.optional(),
		location: nonBlank.optional(),
		country: nonBlank.optional(),
		lang: nonBlank.optional(),
		filter: nonBlank.optional(),
		safe: z.boolean().optional(),
		timeout: wholeNumber.min(1).optional(),
		ignoreInvalidURLs: z.boolean().optional(),
		highlights: z.boolean().optional(),
		enterprise: z.array(z.enum(['anon', 'default', 'zdr'])).optional(),
		scrapeOptions: scrapeOptions.extend({ formats: searchFormats.optional() }).optional(),
		threatProtection: threatProtection.optional(),
		domainTools: z.boolean().optional(),
		toolDetail: z.enum(['compact', 'summary', 'full']).optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();
