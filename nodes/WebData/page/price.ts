import type { Price } from '../client/request';
import { finiteNumber, isObject, type JsonObject, listOf } from '../json/json';

const EXTRA_CREDITS = 4;
/** Formats that cost more than the page. */
const PAID_FORMATS = ['json', 'question', 'query', 'highlights', 'audio', 'video'];
const LOCKDOWN_CREDITS = 5;
const THREAT_CHECK_CREDITS = 2;
/** Added for a page on X (formerly Twitter). */
const X_CREDITS = 29;

/** Returns the documented credits for checking a URL. */
export function threatCheckPrice({ threatProtection }: JsonObject): number {
	const { mode = 'normal' } = isObject(threatProtection) ? threatProtection : { mode: 'off' };
	return mode === 'normal' ? THREAT_CHECK_CREDITS : 0;
}

/**
 * Returns the documented credits of a page, or of a PDF file with this number of pages. Source:
 * specification, "Limits", and the prices that the public service documents.
 */
export function pagePrice(options: JsonObject, pages = 1): number {
	const { formats, redactPII, zeroDataRetention, lockdown } = options;
	if (lockdown === true) return LOCKDOWN_CREDITS;
	const objects = listOf(formats).map((format) => (isObject(format) ? format : { type: format }));
	const extras = [
		...PAID_FORMATS.map((name) => objects.some(({ type }) => type === name)),
		objects.some(({ checkPromptInjection }) => checkPromptInjection === true),
	].filter(Boolean).length;
	const redaction = redactPII === undefined || redactPII === false ? 0 : EXTRA_CREDITS;
	return (
		pages * (1 + redaction) +
		extras * EXTRA_CREDITS +
		(zeroDataRetention === true ? 1 : 0) +
		threatCheckPrice(options)
	);
}

/** Returns the maximum number of pages that are read from a PDF file. */
function maxPdfPages(parsers: unknown): number {
	if (Array.isArray(parsers) && parsers.length === 0) return 1;
	const limits = listOf(parsers).map((parser) => isObject(parser) && finiteNumber(parser.maxPages));
	return limits.find((limit) => typeof limit === 'number') ?? Infinity;
}

const isPdf = (name: unknown): boolean => /\.pdf\b/i.test(String(name));

const isOnX = (name: unknown): boolean =>
	/^https?:\/\/([\w-]+\.)?(x|twitter)\.com([/:?#]|$)/i.test(String(name));

/** Returns the documented credits of pages or files with these URLs or names. */
export function pagesPrice(names: readonly unknown[], options: JsonObject): Price {
	const ofPage = pagePrice(options);
	const least = names.length * ofPage + names.filter(isOnX).length * X_CREDITS;
	const pdfs = names.filter(isPdf).length;
	if (pdfs === 0) return { least, most: least };
	const ofPdf = pagePrice(options, maxPdfPages(options.parsers));
	return { least, most: least + pdfs * (ofPdf - ofPage), field: 'Max Pages' };
}
