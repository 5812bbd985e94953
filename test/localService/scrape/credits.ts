// The specification states the prices of PDF pages and lockdown requests. The other prices were published by the
// service.
import { wantedFormats, type ScrapeBody } from './scrapeRequest';

export const LOCKDOWN_HIT_CREDITS = 5;
export const LOCKDOWN_MISS_CREDITS = 1;

const extra: Record<string, number> = {
	json: 4,
	question: 4,
	query: 4,
	highlights: 4,
	audio: 4,
	video: 4,
};

export function creditsFor(body: ScrapeBody, parsedPages: number | undefined): number {
	if (body.lockdown) return LOCKDOWN_HIT_CREDITS;
	const formats = wantedFormats(body).reduce((sum, { type }) => sum + (extra[type] ?? 0), 0);
	const perPage = 1 + (body.redactPII ? 4 : 0);
	return (parsedPages ?? 1) * perPage + formats;
}
