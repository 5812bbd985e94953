import type { INodeProperties } from 'n8n-workflow';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { auditMetadataField } from '../common/auditMetadata.field';
import { serviceLimitField } from '../common/limit.field';
import { optionsField } from '../common/options.fields';
import { headersField, locationField } from '../common/scrapeOptions/browser.fields';
import { threatProtectionField } from '../common/threatProtection.field';
import { usageFields } from '../common/usage.fields';

const pathList = (displayName: string, name: string, effect: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Pattern' },
	default: [],
	placeholder: 'e.g. ^/blog/.*',
	description: `Regular expressions for the paths to ${effect}. Some servers accept them without an effect, so check the output.`,
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
		description: 'Whether to return links of subdomains too',
	},
	{
		displayName: 'Ignore Query Parameters',
		name: 'ignoreQueryParameters',
		type: 'boolean',
		default: true,
		description: 'Whether to count URLs that differ only in their query as one link',
	},
	{
		displayName: 'Filter by Path',
		name: 'filterByPath',
		type: 'boolean',
		default: true,
		description: 'Whether to return only links below the path of the URL',
	},
	{
		displayName: 'Ignore Cache',
		name: 'ignoreCache',
		type: 'boolean',
		default: false,
		description: 'Whether to load the sitemap again. The service keeps it for up to 7 days.',
	},
	{
		displayName: 'Use Index',
		name: 'useIndex',
		type: 'boolean',
		default: true,
		description: 'Whether to also use the pages that the service has in its index',
	},
	pathList('Include Paths', 'includePaths', 'return only'),
	pathList('Exclude Paths', 'excludePaths', 'leave out'),
	{
		...headersField,
		displayName: 'Headers',
		description: 'Headers to send to the site, such as cookies or a user agent',
	},
	{
		...locationField,
		displayName: 'Location',
		description: 'Country and languages to load the site with',
	},
	{
		displayName: 'Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60000,
		description: 'Maximum time for the map, in milliseconds. By default there is no limit.',
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
		description: 'URL of the site, or of a part of it. If it has no scheme, https:// is added.',
	},
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. pricing',
		description: 'Topic of the links. The most relevant links come first.',
	},
	serviceLimitField({
		initial: 5000,
		max: 100_000,
		cost: 'The cost does not depend on it.',
	}),
	optionsField(mapOptions),
];
