// The specification states the prices of PDF pages and lockdown requests. The other prices were published by the
// service.
import { wantedFormats, type ScrapeBody } from './scrapeRequest';

const LOCKDOWN_HIT_CREDITS = 5;
export const LOCKDOWN_MISS_CREDITS = 1;

const expensive = ['json', 'question', 'query', 'highlights', 'audio', 'video'];

export function creditsFor(body: ScrapeBody, parsedPages = 1): number {
	if (body.lockdown) return LOCKDOWN_HIT_CREDITS;
	const formats = wantedFormats(body).filter(({ type }) => expensive.includes(type));
	return parsedPages * (body.redactPII ? 5 : 1) + formats.length * 4;
}
