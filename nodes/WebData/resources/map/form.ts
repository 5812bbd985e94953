import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	additionalBodyFieldsField,
	auditMetadataField,
	optionsField,
	serviceLimitField,
	usageFields,
} from '../../form/shared';
import { headers, integration, nonBlank, pageUrl, wholeNumber } from '../../form/values';
import { headersField, locationField, threatProtectionField } from '../../page/options';
import { auditMetadata, location, threatProtection } from '../../page/scrapeOptions';

const patterns = z.array(nonBlank);

/**
 * Body of a map request. The specification does not document these fields. The fields were observed in the live API.
 */
export const mapRequest = z
	.object({
		url: pageUrl,
		search: nonBlank.optional(),
		limit: wholeNumber.min(1).max(100_000).optional(),
		sitemap: z.enum(['include', 'only', 'skip']).optional(),
		includeSubdomains: z.boolean().optional(),
		ignoreQueryParameters: z.boolean().optional(),
		timeout: wholeNumber.min(1).optional(),
		ignoreCache: z.boolean().optional(),
		location: location.optional(),
		auditMetadata: auditMetadata.optional(),
		threatProtection: threatProtection.optional(),
		headers: headers.optional(),
		filterByPath: z.boolean().optional(),
		useIndex: z.boolean().optional(),
		allowExternalLinks: z.boolean().optional(),
		includePaths: patterns.optional(),
		excludePaths: patterns.optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

const pathList = (displayName: string, name: string, effect: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Pattern' },
	default: [],
	placeholder: 'e.g. ^/blog/.*',
	description: `Regular expressions for the paths to ${effect}. Some servers ignore these expressions, so check the output.`,
});

const mapOptions: readonly INodeProperties[] = [
	{
		displayName: 'Sitemap',
		name: 'sitemap',
		type: 'options',
		default: 'include',
		options: [
			{ name: 'Include', value: 'include', description: 'Use the sitemap and other sources' },
			{ name: 'Only', value: 'only', description: 'Use only the sitemap' },
			{ name: 'Skip', value: 'skip', description: 'Use all sources except the sitemap' },
		],
		description: 'How to use the sitemap of the site',
	},
	{
		displayName: 'Include Subdomains',
		name: 'includeSubdomains',
		type: 'boolean',
		default: true,
		description: 'Whether to also return links to pages on subdomains',
	},
	{
		displayName: 'Ignore Query Parameters',
		name: 'ignoreQueryParameters',
		type: 'boolean',
		default: true,
		description: 'Whether to treat URLs that differ only in their query string as one link',
	},
	{
		displayName: 'Filter by Path',
		name: 'filterByPath',
		type: 'boolean',
		default: true,
		description: "Whether to return only links below the URL's path",
	},
	{
		displayName: 'Ignore Cache',
		name: 'ignoreCache',
		type: 'boolean',
		default: false,
		description:
			'Whether to load the sitemap again instead of using a cached copy. The service caches sitemaps for up to 7 days.',
	},
	{
		displayName: 'Use Index',
		name: 'useIndex',
		type: 'boolean',
		default: true,
		description: "Whether to also use the pages in the service's index",
	},
	{
		displayName: 'Allow External Links',
		name: 'allowExternalLinks',
		type: 'boolean',
		default: false,
		description: 'Whether to also return links to other websites. Some servers ignore this option.',
	},
	pathList('Include Paths', 'includePaths', 'include'),
	pathList('Exclude Paths', 'excludePaths', 'exclude'),
	{
		...headersField,
		displayName: 'Headers',
		description: 'Headers for the requests to the site, such as cookies or a user agent',
	},
	{
		...locationField,
		displayName: 'Location',
		description: 'Country and languages for loading the site',
	},
	{
		displayName: 'Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60000,
		description:
			'Maximum time for mapping the site, in milliseconds. By default, the time is not limited.',
	},
	auditMetadataField,
	threatProtectionField,
	...usageFields,
	additionalBodyFieldsField,
];

export const mapFields: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com',
		description:
			'URL of the site, or of a section of the site. If the URL has no scheme, https:// is added.',
	},
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. pricing',
		description: 'Search query for the links. The most relevant links are returned first.',
	},
	serviceLimitField({
		initial: 5000,
		max: 100_000,
		cost: 'A map costs 1 credit. For some sites, the service charges 1 credit per link.',
	}),
	optionsField(mapOptions),
];
