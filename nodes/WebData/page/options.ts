import { z, type ZodTypeAny } from 'zod';
import { type Field, fieldOf, type Fields } from '../form/field';
import { choice, choices, collection, flag, list, reworded, text, whole } from '../form/form';
import { nameValues, rows } from '../form/rows';
import { domainPattern, headers, topLevelDomain } from '../form/values';
import type { JsonObject } from '../json/json';
import { actions } from './actions';

/** Milliseconds. See "Limits" in the specification. */
const MAX_TIMEOUT_MS = 300_000;

/**
 * Returns the service's timeout, in milliseconds, for a page or a file. If the body contains no `timeout`, the maximum
 * applies.
 */
export const scrapeTimeoutMs = ({ timeout: requested }: JsonObject): number =>
	typeof requested === 'number' ? requested : MAX_TIMEOUT_MS;

/** The specification does not list the fields of `auditMetadata`. These are those of the open-source server. */
export const auditMetadata = collection(
	{
		displayName: 'Security: Audit Metadata',
		description: "Data for your team's audit log",
	},
	{
		username: text({
			displayName: 'Username',
			needed: true,
			maxLength: 1024,
			placeholder: 'e.g. night-run',
			description: 'Name in the audit log',
			details: 'Up to 1,024 characters.',
		}),
	},
);

/** A list that decides which sites a request may reach. */
export const domainList = <Entry extends ZodTypeAny>(words: {
	ifEmpty?: 'errorUnlessModel';
	displayName: string;
	description: string;
	details?: string;
	placeholder?: string;
	entry: Entry;
	max?: number;
}) =>
	list({
		mark: 'commaList',
		ifEmpty: 'error',
		button: 'Add Domain',
		placeholder: 'e.g. example.com',
		...words,
	});

/** A limit that the service applies. */
export const limitField = ({
	initial,
	max,
	cost,
}: {
	initial: number;
	max: number;
	cost: string;
}) =>
	whole({
		displayName: 'Limit',
		ifEmpty: 'error',
		min: 1,
		max,
		default: initial,
		description: `Max number of results to return, from 1 to ${max.toLocaleString('en-US')}. ${cost}`,
	});

/** See "Profile" in the specification. */
export const browserProfile = (uses: 'Scrapes' | 'Sessions', savedWhen: string) =>
	collection(
		{
			displayName: 'Browser: Profile (Login)',
			description: `Cookies and logins for later ${uses.toLowerCase()}`,
		},
		{
			name: text({
				displayName: 'Name',
				needed: true,
				maxLength: 128,
				placeholder: 'e.g. shop-login',
				description: `${uses} with the same name share the profile`,
				details: 'Up to 128 characters.',
			}),
			saveChanges: flag({
				displayName: 'Save Changes',
				ifEmpty: 'error',
				default: true,
				description: `Whether to save the profile when ${savedWhen}. Only one session at a time can save it.`,
			}),
		},
	);

/** The specification does not list the fields of `threatProtection`. These are those of the open-source server. */
const threatFields = {
	mode: choice(
		{
			displayName: 'Check Mode',
			ifEmpty: 'error',
			default: 'normal',
			description: 'How to check pages for threats',
		},
		{
			off: [
				'Off',
				'Turn off the check. The service rejects this mode if your team enforces its policy.',
			],
			normal: ['Normal', 'Check pages against a list of known threats. Each URL costs 2 credits.'],
			zscaler: ['Zscaler', "Check pages with your team's Zscaler account"],
		},
	),
	riskScoreThreshold: whole({
		displayName: 'Risk Score Threshold',
		ifEmpty: 'error',
		min: 0,
		max: 100,
		default: 75,
		description: 'Lowest risk score to block',
		details: 'From 0 to 100.',
	}),
	blacklist: domainList({
		displayName: 'Blocked Domains',
		entry: domainPattern,
		max: 1000,
		placeholder: 'e.g. *.example.com',
		description: 'Domains to always block',
		details: 'Up to 1,000.',
	}),
	whitelist: domainList({
		displayName: 'Allowed Domains',
		entry: domainPattern,
		max: 1000,
		description: 'Domains to always allow',
		details: 'Up to 1,000.',
	}),
	blockedTlds: list({
		displayName: 'Blocked TLDs',
		ifEmpty: 'error',
		mark: 'commaList',
		entry: topLevelDomain,
		max: 1000,
		button: 'Add TLD',
		placeholder: 'e.g. zip',
		description: 'Top-level domains to block',
		details: 'Up to 1,000, in lowercase without a dot.',
	}),
	failurePolicy: choice(
		{
			displayName: 'Failure Policy',
			ifEmpty: 'error',
			unsorted: true,
			default: 'closed',
			description: 'How to handle pages that cannot be checked',
		},
		{ closed: 'Block', open: 'Allow' },
	),
};

/** Adds a word to each label, for a form that contains the same fields twice. */
const prefixed = <F extends Fields>(word: string, fields: F): F => {
	const all = Object.entries(fields).map(([name, field]): [string, Field] => [
		name,
		reworded(field, { displayName: `${word}: ${field.property.displayName}` }),
	]);
	return Object.fromEntries(all) as F;
};

const threatProtectionWith = (fields: typeof threatFields) =>
	collection(
		{
			displayName: 'Security: Threat Protection',
			description: "Overrides your team's policy. Each checked URL costs 2 credits.",
		},
		fields,
	);

export const threatProtection = threatProtectionWith(threatFields);

/** The protection of a search. Its labels differ from those of the protection of the results. */
export const searchThreatProtection = threatProtectionWith(prefixed('Search', threatFields));

export const pageHeaders = nameValues(
	{
		displayName: 'Browser: Headers and Cookies',
		schema: headers,
		description: 'Headers, such as Cookie. The page is then not cached.',
	},
	'Header',
	['Cookie', 'session=abc'],
);

/** See "Location" in the specification. */
export const pageLocation = collection(
	{
		displayName: 'Browser: Location (Country, Language)',
		description: 'Location of the browser, by default the US',
	},
	{
		country: text({
			displayName: 'Country',
			schema: z
				.string()
				.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, as in DE'),
			default: 'US',
			placeholder: 'e.g. DE',
			description: 'Country code. Also sets the language and the time zone.',
			details:
				'Two-letter ISO 3166-1 code in capital letters. Where possible, the proxy is in this country.',
		}),
		languages: list({
			displayName: 'Languages',
			mark: 'commaList',
			button: 'Add Language',
			placeholder: 'e.g. de-DE',
			description: 'Locale codes, in order of preference',
			details: "By default, the country's languages are used.",
		}),
	},
);

/** See "Parsers" in the specification. */
const parsers = rows(
	{
		displayName: 'PDF: Parsers (OCR)',
		description: 'How to parse PDF files',
		details:
			'By default, PDF files are converted to Markdown. Each page costs 1 credit. Adding a parser turns off text recognition in image files.',
	},
	{
		name: 'parser',
		displayName: 'Parser',
		fields: {
			type: choice(
				{
					displayName: 'Type',
					default: 'pdf',
					needed: true,
					description: 'File type',
				},
				{ pdf: 'PDF' },
			),
			maxPages: whole({
				displayName: 'Max Pages',
				ifEmpty: 'error',
				min: 1,
				max: 10_000,
				default: 0,
				description: 'Max pages, or 0 for all. Each page costs 1 credit.',
				details: 'Up to 10,000.',
			}),
		},
		options: {
			displayName: 'Parser Options',
			fields: {
				mode: choice(
					{ displayName: 'Mode', default: 'auto', description: 'How to extract the text' },
					{
						fast: ['Fast', 'Read the embedded text only'],
						auto: ['Auto', 'Read the embedded text, and use OCR where no text is embedded'],
						ocr: ['OCR', 'Use OCR on every page'],
					},
				),
				pages: flag({
					displayName: 'Include Pages',
					description: "Whether to add each page's Markdown",
					details: 'No extra cost.',
				}),
				blocks: flag({
					displayName: 'Include Blocks',
					description: "Whether to add each page's layout blocks",
					details: 'No extra cost.',
				}),
				pageMarkers: flag({
					displayName: 'Include Page Markers',
					description: 'Whether to mark page breaks',
					details: 'The marks are added to the Markdown, at no extra cost.',
				}),
			},
		},
	},
);

/** The specification does not list the fields of `redactPII`. These are those of the open-source server. */
const redactPIIOptions = collection(
	{
		displayName: 'Privacy: Redact PII Options',
		mark: 'presence',
		ifEmpty: 'error',
		description: 'How to redact personal data. Turns redaction on. Each page costs 4 more credits.',
	},
	{
		mode: choice(
			{
				displayName: 'Redaction Mode',
				ifEmpty: 'error',
				default: 'accurate',
				description: 'Method for finding personal data',
			},
			{
				accurate: ['Accurate', 'Search with a language model'],
				aggressive: [
					'Aggressive',
					'Search with a language model and fixed rules. Finds more personal data, but also more false matches.',
				],
				fast: ['Fast', 'Search with fixed rules only, which may miss some personal data'],
			},
		),
		entities: choices(
			{
				displayName: 'Entities',
				description: 'Types of personal data, by default all',
			},
			{
				PERSON: 'Person',
				EMAIL: 'Email',
				PHONE: 'Phone',
				LOCATION: 'Location',
				FINANCIAL: 'Financial',
				SECRET: 'Secret',
			},
		),
		replaceStyle: choice(
			{
				displayName: 'Replace Style',
				default: 'tag',
				description: 'Replacement for personal data',
			},
			{
				tag: ['Tag', 'Replace the text with a tag such as &lt;EMAIL&gt;'],
				mask: ['Mask', 'Replace the text with asterisks'],
				remove: ['Remove', 'Leave the text out'],
			},
		),
	},
);

/** See "Scrape options" in the specification. */
export const pageOptions = {
	onlyMainContent: flag({
		displayName: 'Content: Only Main Content',
		default: true,
		description: 'Whether to remove headers, navigation, and footers',
	}),
	onlyCleanContent: flag({
		displayName: 'Content: Only Clean Content',
		description:
			'Whether a language model removes cookie banners, ads, and comments from the Markdown',
		details: 'Cannot be combined with zero data retention or lockdown.',
	}),
	includeTags: list({
		displayName: 'Content: Include Tags (CSS Selectors)',
		button: 'Add Tag',
		placeholder: 'e.g. article',
		description: 'CSS selectors of the elements to keep. All others are removed.',
	}),
	excludeTags: list({
		displayName: 'Content: Exclude Tags (CSS Selectors)',
		button: 'Add Tag',
		placeholder: 'e.g. .comments',
		description: 'CSS selectors of the elements to remove',
	}),
	maxAge: whole({
		displayName: 'Cache: Max Age (Ms)',
		min: 0,
		default: 172_800_000,
		description:
			'Maximum age of a cached copy, in ms, 2 days by default. Set to 0 for a fresh page.',
		details:
			"If the copy is older, the page is scraped again. With 'Cache: Lockdown', the default is 2 years.",
	}),
	minAge: whole({
		displayName: 'Cache: Min Age (Ms)',
		min: 0,
		default: 1,
		description:
			'Minimum age of a cached copy, in ms. The page is never loaded again: without a copy, the item fails.',
		details: 'Set to 1 to accept a copy of any age.',
	}),
	headers: pageHeaders,
	waitFor: whole({
		displayName: 'Page: Wait For (Ms)',
		min: 0,
		max: 60_000,
		default: 0,
		description: 'Additional milliseconds to wait before reading the page',
		details:
			"The wait is in addition to the service's own wait. At most half of 'Timeout (Ms)'. Up to 60,000, including the waits in 'Page: Actions (Click, Type, Scroll, JavaScript)'.",
	}),
	mobile: flag({
		displayName: 'Browser: Mobile',
		description: 'Whether to emulate a mobile device',
	}),
	skipTlsVerification: flag({
		displayName: 'Browser: Skip TLS/SSL Check',
		ifEmpty: 'error',
		default: true,
		description: 'Whether to accept an invalid TLS certificate',
		details:
			"By default, the service accepts such a certificate, unless 'Page: Actions (Click, Type, Scroll, JavaScript)' or 'Browser: Headers and Cookies' is set.",
	}),
	timeout: whole({
		displayName: 'Timeout (Ms)',
		min: 1000,
		max: MAX_TIMEOUT_MS,
		default: 60_000,
		description: 'Maximum milliseconds per page',
		details: 'From 1,000 to 300,000.',
	}),
	parsers,
	actions,
	location: pageLocation,
	removeBase64Images: flag({
		displayName: 'Content: Remove Base64 Images',
		default: true,
		description: 'Whether to replace embedded images with placeholders',
		details: 'Applies to Base64 images in the Markdown.',
	}),
	blockAds: flag({
		displayName: 'Page: Block Ads and Cookie Banners/Popups',
		default: true,
		description: 'Whether to block ads and hide cookie and consent banners',
	}),
	proxy: choice(
		{
			displayName: 'Browser: Proxy',
			default: 'auto',
			description: 'Type of proxy. All types cost the same.',
		},
		{
			basic: ['Basic', 'Fast, for sites with little bot protection'],
			enhanced: ['Enhanced', 'Slower, for sites with strong bot protection'],
			auto: ['Auto', 'Try Basic first, then Enhanced'],
		},
	),
	storeInCache: flag({
		displayName: 'Cache: Store Page',
		ifEmpty: 'error',
		default: true,
		description: "Whether to store the page in the service's cache and index",
		details:
			"Pages scraped with 'Page: Actions (Click, Type, Scroll, JavaScript)' or 'Browser: Headers and Cookies' are never stored.",
	}),
	lockdown: flag({
		displayName: 'Cache: Lockdown',
		ifEmpty: 'error',
		description:
			'Whether to use only the cache. Costs 5 credits if the page is cached, otherwise 1.',
	}),
	redactPII: fieldOf(
		{
			displayName: 'Privacy: Redact PII',
			ifEmpty: 'error',
			description:
				'Whether to redact personal data in the Markdown. Each page costs 4 more credits.',
		},
		{ type: 'boolean', default: false },
		() => z.union([z.boolean(), redactPIIOptions.type().unwrap()]),
	),
	profile: browserProfile('Scrapes', 'the interaction is stopped'),
	threatProtection,
	auditMetadata,
	fastMode: flag({
		displayName: 'Page: Fast Mode',
		description: 'Whether to speed up page loads',
		details: 'Try this option if a page times out.',
	}),
	/** The request contains this value as `redactPII`. */
	redactPIIOptions,
	/** If this value is `true`, the request contains an empty `parsers` list. */
	returnPdfUnparsed: flag({
		displayName: 'PDF: Return Unparsed',
		description: 'Whether to return the PDF file as Base64. The whole file costs 1 credit.',
		details: "'PDF: Parsers (OCR)' is then ignored.",
	}),
};

export const domainTools = flag({
	displayName: 'Catalog: Include Domain Tools',
	description:
		"Whether to list catalog tools for the page's domain. Free of charge, but your team needs catalog access.",
	details: "Cannot be combined with 'Privacy: Zero Data Retention' or 'Cache: Lockdown'.",
});

/** Applies only to requests with `domainTools`. */
export const toolDetail = choice(
	{
		displayName: 'Catalog: Tool Detail',
		unsorted: true,
		default: 'summary',
		description: 'Level of detail of the listed tools',
		details: "Applies only if 'Catalog: Include Domain Tools' is on.",
	},
	{
		compact: ['Compact', 'Name and description of the tool'],
		summary: ['Summary', 'Name, description, price, and options'],
		full: ['Full', 'All details, such as options, examples, and response fields'],
	},
);

export const zeroDataRetention = flag({
	displayName: 'Privacy: Zero Data Retention',
	ifEmpty: 'error',
	description:
		'Whether to prevent the service from storing data. Each page costs 1 more credit. Your team needs access.',
});

/** The scrape options of a request that scrapes several pages. */
export const scrapeOptionsOf = <F extends Fields>(fields: F) =>
	collection(
		{
			displayName: 'Scrape Options',
			placeholder: 'Add Scrape Option',
			description: 'Options for scraping each page',
		},
		fields,
	);
