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
	'Security: Audit Metadata',
	"Data for your team's audit log",
	{
		username: text('Username', 'Name in the audit log', {
			needed: true,
			maxLength: 1024,
			placeholder: 'e.g. night-run',
			details: 'Up to 1,024 characters.',
		}),
	},
);

/** A list that decides which sites a request may reach. */
export const domainList = <Entry extends ZodTypeAny>(
	displayName: string,
	description: string,
	others: {
		ifEmpty?: 'errorUnlessModel';
		details?: string;
		placeholder?: string;
		entry: Entry;
		max?: number;
	},
) =>
	list(displayName, description, {
		mark: 'commaList',
		ifEmpty: 'error',
		button: 'Add Domain',
		placeholder: 'e.g. example.com',
		...others,
	});

/** A limit that the service applies. */
export const limitField = (cost: string, range: { max: number; default: number }) =>
	whole(
		'Limit',
		`Max number of results to return, from 1 to ${range.max.toLocaleString('en-US')}. ${cost}`,
		{ ifEmpty: 'error', min: 1, ...range },
	);

/** See "Profile" in the specification. */
export const browserProfile = (uses: 'Scrapes' | 'Sessions', savedWhen: string) =>
	collection('Browser: Profile (Login)', `Cookies and logins for later ${uses.toLowerCase()}`, {
		name: text('Name', `${uses} with the same name share the profile`, {
			needed: true,
			maxLength: 128,
			placeholder: 'e.g. shop-login',
			details: 'Up to 128 characters.',
		}),
		saveChanges: flag(
			'Save Changes',
			`Whether to save the profile when ${savedWhen}. Only one session at a time can save it.`,
			{ ifEmpty: 'error', default: true },
		),
	});

/** The specification does not list the fields of `threatProtection`. These are those of the open-source server. */
const threatFields = {
	mode: choice(
		'Check Mode',
		'How to check pages for threats',
		'normal',
		{
			off: [
				'Off',
				'Turn off the check. The service rejects this mode if your team enforces its policy.',
			],
			normal: ['Normal', 'Check pages against a list of known threats. Each URL costs 2 credits.'],
			zscaler: ['Zscaler', "Check pages with your team's Zscaler account"],
		},
		{ ifEmpty: 'error' },
	),
	riskScoreThreshold: whole('Risk Score Threshold', 'Lowest risk score to block', {
		ifEmpty: 'error',
		min: 0,
		max: 100,
		default: 75,
		details: 'From 0 to 100.',
	}),
	blacklist: domainList('Blocked Domains', 'Domains to always block', {
		entry: domainPattern,
		max: 1000,
		placeholder: 'e.g. *.example.com',
		details: 'Up to 1,000.',
	}),
	whitelist: domainList('Allowed Domains', 'Domains to always allow', {
		entry: domainPattern,
		max: 1000,
		details: 'Up to 1,000.',
	}),
	blockedTlds: list('Blocked TLDs', 'Top-level domains to block', {
		ifEmpty: 'error',
		mark: 'commaList',
		entry: topLevelDomain,
		max: 1000,
		button: 'Add TLD',
		placeholder: 'e.g. zip',
		details: 'Up to 1,000, in lowercase without a dot.',
	}),
	failurePolicy: choice(
		'Failure Policy',
		'How to handle pages that cannot be checked',
		'closed',
		{ closed: 'Block', open: 'Allow' },
		{ ifEmpty: 'error', unsorted: true },
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
		'Security: Threat Protection',
		"Overrides your team's policy. Each checked URL costs 2 credits.",
		fields,
	);

export const threatProtection = threatProtectionWith(threatFields);

/** The protection of a search. Its labels differ from those of the protection of the results. */
export const searchThreatProtection = threatProtectionWith(prefixed('Search', threatFields));

export const pageHeaders = nameValues(
	'Browser: Headers and Cookies',
	'Headers, such as Cookie. The page is then not cached.',
	'Header',
	['Cookie', 'session=abc'],
	{ schema: headers },
);

/** See "Location" in the specification. */
export const pageLocation = collection(
	'Browser: Location (Country, Language)',
	'Location of the browser, by default the US',
	{
		country: text('Country', 'Country code. Also sets the language and the time zone.', {
			schema: z
				.string()
				.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, as in DE'),
			default: 'US',
			placeholder: 'e.g. DE',
			details:
				'Two-letter ISO 3166-1 code in capital letters. Where possible, the proxy is in this country.',
		}),
		languages: list('Languages', 'Locale codes, in order of preference', {
			mark: 'commaList',
			button: 'Add Language',
			placeholder: 'e.g. de-DE',
			details: "By default, the country's languages are used.",
		}),
	},
);

/** See "Parsers" in the specification. */
const parsers = rows(
	'PDF: Parsers (OCR)',
	'How to parse PDF files',
	{
		name: 'parser',
		displayName: 'Parser',
		fields: {
			type: choice('Type', 'File type', 'pdf', { pdf: 'PDF' }, { needed: true }),
			maxPages: whole('Max Pages', 'Max pages, or 0 for all. Each page costs 1 credit.', {
				ifEmpty: 'error',
				min: 1,
				max: 10_000,
				default: 0,
				details: 'Up to 10,000.',
			}),
		},
		options: {
			displayName: 'Parser Options',
			fields: {
				mode: choice('Mode', 'How to extract the text', 'auto', {
					fast: ['Fast', 'Read the embedded text only'],
					auto: ['Auto', 'Read the embedded text, and use OCR where no text is embedded'],
					ocr: ['OCR', 'Use OCR on every page'],
				}),
				pages: flag('Include Pages', "Whether to add each page's Markdown", {
					details: 'No extra cost.',
				}),
				blocks: flag('Include Blocks', "Whether to add each page's layout blocks", {
					details: 'No extra cost.',
				}),
				pageMarkers: flag('Include Page Markers', 'Whether to mark page breaks', {
					details: 'The marks are added to the Markdown, at no extra cost.',
				}),
			},
		},
	},
	{
		details:
			'By default, PDF files are converted to Markdown. Each page costs 1 credit. Adding a parser turns off text recognition in image files.',
	},
);

/** The specification does not list the fields of `redactPII`. These are those of the open-source server. */
const redactPIIOptions = collection(
	'Privacy: Redact PII Options',
	'How to redact personal data. Turns redaction on. Each page costs 4 more credits.',
	{
		mode: choice(
			'Redaction Mode',
			'Method for finding personal data',
			'accurate',
			{
				accurate: ['Accurate', 'Search with a language model'],
				aggressive: [
					'Aggressive',
					'Search with a language model and fixed rules. Finds more personal data, but also more false matches.',
				],
				fast: ['Fast', 'Search with fixed rules only, which may miss some personal data'],
			},
			{ ifEmpty: 'error' },
		),
		entities: choices('Entities', 'Types of personal data, by default all', {
			PERSON: 'Person',
			EMAIL: 'Email',
			PHONE: 'Phone',
			LOCATION: 'Location',
			FINANCIAL: 'Financial',
			SECRET: 'Secret',
		}),
		replaceStyle: choice('Replace Style', 'Replacement for personal data', 'tag', {
			tag: ['Tag', 'Replace the text with a tag such as &lt;EMAIL&gt;'],
			mask: ['Mask', 'Replace the text with asterisks'],
			remove: ['Remove', 'Leave the text out'],
		}),
	},
	{ mark: 'presence', ifEmpty: 'error' },
);

/** See "Scrape options" in the specification. */
export const pageOptions = {
	onlyMainContent: flag(
		'Content: Only Main Content',
		'Whether to remove headers, navigation, and footers',
		{ default: true },
	),
	onlyCleanContent: flag(
		'Content: Only Clean Content',
		'Whether a language model removes cookie banners, ads, and comments from the Markdown',
		{ details: 'Cannot be combined with zero data retention or lockdown.' },
	),
	includeTags: list(
		'Content: Include Tags (CSS Selectors)',
		'CSS selectors of the elements to keep. All others are removed.',
		{ button: 'Add Tag', placeholder: 'e.g. article' },
	),
	excludeTags: list(
		'Content: Exclude Tags (CSS Selectors)',
		'CSS selectors of the elements to remove',
		{ button: 'Add Tag', placeholder: 'e.g. .comments' },
	),
	maxAge: whole(
		'Cache: Max Age (Ms)',
		'Maximum age of a cached copy, in ms, 2 days by default. Set to 0 for a fresh page.',
		{
			min: 0,
			default: 172_800_000,
			details:
				"If the copy is older, the page is scraped again. With 'Cache: Lockdown', the default is 2 years.",
		},
	),
	minAge: whole(
		'Cache: Min Age (Ms)',
		'Minimum age of a cached copy, in ms. The page is never loaded again: without a copy, the item fails.',
		{ min: 0, default: 1, details: 'Set to 1 to accept a copy of any age.' },
	),
	headers: pageHeaders,
	waitFor: whole('Page: Wait For (Ms)', 'Additional milliseconds to wait before reading the page', {
		min: 0,
		max: 60_000,
		default: 0,
		details:
			"The wait is in addition to the service's own wait. At most half of 'Timeout (Ms)'. Up to 60,000, including the waits in 'Page: Actions (Click, Type, Scroll, JavaScript)'.",
	}),
	mobile: flag('Browser: Mobile', 'Whether to emulate a mobile device'),
	skipTlsVerification: flag(
		'Browser: Skip TLS/SSL Check',
		'Whether to accept an invalid TLS certificate',
		{
			ifEmpty: 'error',
			default: true,
			details:
				"By default, the service accepts such a certificate, unless 'Page: Actions (Click, Type, Scroll, JavaScript)' or 'Browser: Headers and Cookies' is set.",
		},
	),
	timeout: whole('Timeout (Ms)', 'Maximum milliseconds per page', {
		min: 1000,
		max: MAX_TIMEOUT_MS,
		default: 60_000,
		details: 'From 1,000 to 300,000.',
	}),
	parsers,
	actions,
	location: pageLocation,
	removeBase64Images: flag(
		'Content: Remove Base64 Images',
		'Whether to replace embedded images with placeholders',
		{ default: true, details: 'Applies to Base64 images in the Markdown.' },
	),
	blockAds: flag(
		'Page: Block Ads and Cookie Banners/Popups',
		'Whether to block ads and hide cookie and consent banners',
		{ default: true },
	),
	proxy: choice('Browser: Proxy', 'Type of proxy. All types cost the same.', 'auto', {
		basic: ['Basic', 'Fast, for sites with little bot protection'],
		enhanced: ['Enhanced', 'Slower, for sites with strong bot protection'],
		auto: ['Auto', 'Try Basic first, then Enhanced'],
	}),
	storeInCache: flag(
		'Cache: Store Page',
		"Whether to store the page in the service's cache and index",
		{
			ifEmpty: 'error',
			default: true,
			details:
				"Pages scraped with 'Page: Actions (Click, Type, Scroll, JavaScript)' or 'Browser: Headers and Cookies' are never stored.",
		},
	),
	lockdown: flag(
		'Cache: Lockdown',
		'Whether to use only the cache. Costs 5 credits if the page is cached, otherwise 1.',
		{ ifEmpty: 'error' },
	),
	redactPII: fieldOf(
		[
			'Privacy: Redact PII',
			'Whether to redact personal data in the Markdown. Each page costs 4 more credits.',
			{ ifEmpty: 'error' },
		],
		{ type: 'boolean', default: false },
		() => z.union([z.boolean(), redactPIIOptions.type().unwrap()]),
	),
	profile: browserProfile('Scrapes', 'the interaction is stopped'),
	threatProtection,
	auditMetadata,
	fastMode: flag('Page: Fast Mode', 'Whether to speed up page loads', {
		details: 'Try this option if a page times out.',
	}),
	/** The request contains this value as `redactPII`. */
	redactPIIOptions,
	/** If this value is `true`, the request contains an empty `parsers` list. */
	returnPdfUnparsed: flag(
		'PDF: Return Unparsed',
		'Whether to return the PDF file as Base64. The whole file costs 1 credit.',
		{ details: "'PDF: Parsers (OCR)' is then ignored." },
	),
};

export const domainTools = flag(
	'Catalog: Include Domain Tools',
	"Whether to list catalog tools for the page's domain. Free of charge, but your team needs catalog access.",
	{ details: "Cannot be combined with 'Privacy: Zero Data Retention' or 'Cache: Lockdown'." },
);

/** Applies only to requests with `domainTools`. */
export const toolDetail = choice(
	'Catalog: Tool Detail',
	'Level of detail of the listed tools',
	'summary',
	{
		compact: ['Compact', 'Name and description of the tool'],
		summary: ['Summary', 'Name, description, price, and options'],
		full: ['Full', 'All details, such as options, examples, and response fields'],
	},
	{ unsorted: true, details: "Applies only if 'Catalog: Include Domain Tools' is on." },
);

export const zeroDataRetention = flag(
	'Privacy: Zero Data Retention',
	'Whether to prevent the service from storing data. Each page costs 1 more credit. Your team needs access.',
	{ ifEmpty: 'error' },
);

/** The scrape options of a request that scrapes several pages. */
export const scrapeOptionsOf = <F extends Fields>(fields: F) =>
	collection('Scrape Options', 'Options for scraping each page', fields, {
		placeholder: 'Add Scrape Option',
	});
