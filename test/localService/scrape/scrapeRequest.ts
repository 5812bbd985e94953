export interface FormatObject {
	type: string;
	schema?: Record<string, unknown>;
	checkPromptInjection?: boolean;
	prompt?: string;
	question?: string;
	query?: string;
	modes?: ('git-diff' | 'json')[];
	tag?: string | null;
	selectors?: { selector: string; attribute: string }[];
	entityTypes?: string[];
}

export interface PdfParser {
	type: 'pdf';
	maxPages?: number;
	pages?: boolean;
	blocks?: boolean;
	pageMarkers?: boolean;
}

export interface ScrapeBody {
	url: string;
	zeroDataRetention?: boolean;
	domainTools?: boolean;
	formats?: (string | FormatObject)[];
	onlyMainContent?: boolean;
	onlyCleanContent?: boolean;
	includeTags?: string[];
	excludeTags?: string[];
	maxAge?: number;
	minAge?: number;
	headers?: Record<string, string>;
	waitFor?: number;
	mobile?: boolean;
	skipTlsVerification?: boolean;
	timeout?: number;
	parsers?: PdfParser[];
	actions?: { type: string; milliseconds?: number }[];
	location?: { country?: string; languages?: string[] };
	removeBase64Images?: boolean;
	storeInCache?: boolean;
	lockdown?: boolean;
	redactPII?: boolean | object;
	threatProtection?: { blacklist?: string[] };
}

export type ScrapeOptions = Omit<ScrapeBody, 'url'>;

export function wantedFormats({ formats = ['markdown'] }: ScrapeOptions): FormatObject[] {
	return formats.map((format) => (typeof format === 'string' ? { type: format } : format));
}

export function formatOf(body: ScrapeOptions, ...types: string[]): FormatObject | undefined {
	return wantedFormats(body).find(({ type }) => types.includes(type));
}
