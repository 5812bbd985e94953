import { isObject, type JsonObject } from '../json/json';

/** Formats that cost more than the page. */
const PAID_FORMATS = ['json', 'question', 'highlights', 'audio', 'video'];
const FORMAT_CREDITS = 4;

/** Returns the documented credits of a page with these scrape options. PDF files and some sites cost more. */
export function pagePrice({ formats, redactPII, zeroDataRetention }: JsonObject): number {
	const names = (Array.isArray(formats) ? (formats as unknown[]) : []).map((format) =>
		isObject(format) ? format.type : format,
	);
	const paid = PAID_FORMATS.filter((name) => names.includes(name)).length;
	const redaction = redactPII === undefined || redactPII === false ? 0 : FORMAT_CREDITS;
	return 1 + paid * FORMAT_CREDITS + redaction + (zeroDataRetention === true ? 1 : 0);
}
