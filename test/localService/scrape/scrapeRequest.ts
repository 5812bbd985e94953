export interface FormatObject {
	type: string;
	schema?: Record<string, unknown>;
	prompt?: string;
	checkPromptInjection?: boolean;
	question?: string;
	query?: string;
	modes?: ('git-diff' | 'json')[];
	tag?: string | null;
	selectors?: { selector: string; attribute: string }[];
	fullPage?: boolean;
	viewport?: { width: number; height: number };
}

export interface PdfParser {
	type: 'pdf';
	maxPages?: number;
	pages?: boolean;
	blocks?: boolean;
	pageMarkers?: boolean;
}

export interface Action {
	type: string;
	milliseconds?: number;
	selector?: string;
	fullPage?: boolean;
	viewport?: { width: number; height: number };
}

export interface RedactionOptions {
	entities?: string[];
	replaceStyle?: 'tag' | 'mask' | 'remove';
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
	actions?: Action[];
	location?: { country?: string; languages?: string[] };
	removeBase64Images?: boolean;
	blockAds?: boolean;
	storeInCache?: boolean;
	lockdown?: boolean;
	redactPII?: boolean | RedactionOptions;
	threatProtection?: { blacklist?: string[] };
}

export type ScrapeOptions = Omit<ScrapeBody, 'url'>;

export function wantedFormats(body: ScrapeOptions): FormatObject[] {
	const formats = body.formats ?? ['markdown'];
	return formats.map((format) => (typeof format === 'string' ? { type: format } : format));
}

export function formatOf(body: ScrapeBody, ...types: string[]): FormatObject | undefined {
	return wantedFormats(body).find((format) => types.includes(format.type));
}

export function pdfParserOf(body: ScrapeBody): PdfParser | undefined {
	return (body.parsers ?? [{ type: 'pdf' }])[0];
}
