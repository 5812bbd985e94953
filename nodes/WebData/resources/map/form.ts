import {
	additionalBodyFields,
	choice,
	flag,
	formOf,
	list,
	reworded,
	text,
	usage,
	whole,
} from '../../form/form';
import { pageUrl } from '../../form/values';
import { pathPatterns } from '../../form/patterns';
import {
	auditMetadata,
	pageHeaders,
	pageLocation,
	limitField,
	threatProtection,
} from '../../page/options';

/** The service's default for `limit`, in links. */
export const DEFAULT_LIMIT = 5000;

const paths = (displayName: string, effect: 'include' | 'exclude') =>
	list(
		displayName,
		`Regular expressions for the paths to ${effect}. Some versions of the service ignore them, so check the output.`,
		{
			ifEmpty: effect === 'exclude' ? 'errorUnlessList' : 'error',
			schema: pathPatterns,
			button: 'Add Pattern',
			placeholder: 'e.g. ^/blog/.*',
		},
	);

/** The specification does not document the fields of a map request. They are those of the open-source server. */
export const mapForm = formOf(
	{
		url: text('URL', 'URL of the site, or of a section of the site', {
			required: true,
			schema: pageUrl,
			placeholder: 'e.g. https://example.com',
			details: 'If the URL has no scheme, https:// is added.',
		}),
		search: text(
			'Search',
			'Topic of the links to find. The most relevant links are returned first.',
			{ placeholder: 'e.g. pricing' },
		),
		limit: limitField('A map usually costs 1 credit. For some sites, each link costs 1 credit.', {
			max: 100_000,
			default: DEFAULT_LIMIT,
		}),
	},
	{
		sitemap: choice('Scope: Sitemap', 'How to use the sitemap of the site', 'include', {
			include: ['Include', 'Use the sitemap and other sources'],
			only: ['Only', 'Use only the sitemap'],
			skip: ['Skip', 'Use all sources except the sitemap'],
		}),
		includeSubdomains: flag(
			'Scope: Include Subdomains',
			'Whether to also return links to pages on subdomains',
			{ default: true },
		),
		ignoreQueryParameters: flag(
			'Scope: Ignore Query Parameters',
			'Whether to treat URLs that differ only in their query string as one link',
			{ default: true },
		),
		timeout: whole(
			'Timeout (Ms)',
			'Maximum time for mapping the site, in milliseconds. By default, the node waits up to 5.5 minutes.',
			{ min: 1, default: 60000 },
		),
		ignoreCache: flag(
			'Scope: Ignore Cache',
			'Whether to load the sitemap again instead of using a cached copy, which can be up to 7 days old',
		),
		location: reworded(pageLocation, {
			description: 'Location of the browser that loads the site, by default the US',
		}),
		auditMetadata,
		threatProtection,
		headers: reworded(pageHeaders, {
			description: 'Headers for the requests to the site, such as Cookie or User-Agent',
		}),
		filterByPath: flag(
			'Paths: Only Below URL',
			"Whether to return only links below the URL's path",
			{ default: true },
		),
		useIndex: flag(
			'Scope: Include Indexed Pages',
			"Whether to also return links from the service's index",
			{ default: true },
		),
		allowExternalLinks: flag(
			'Scope: Include External Links',
			'Whether to also return links to other websites. Some versions of the service ignore this option.',
		),
		includePaths: paths('Paths: Include', 'include'),
		excludePaths: paths('Paths: Exclude', 'exclude'),
		...usage,
		additionalBodyFields,
	},
);
