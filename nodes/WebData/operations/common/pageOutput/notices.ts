// What a person should know about a scraped page although it is a success.

import { isObject, type JsonObject } from '../../../api/http/response';
import { pageStatusError, formatPageStatus } from '../../../api/errors/pageError';
import { parseUrl } from '../../../api/http/parseUrl';
import type { Notice } from '../../operation';

const numberIn = (metadata: JsonObject, name: string): number | undefined =>
	typeof metadata[name] === 'number' ? metadata[name] : undefined;

const refusedPage = (data: JsonObject): Notice[] => {
	const refusal = pageStatusError(data);
	return refusal === undefined
		? []
		: [
				{
					kind: 'pageStatus',
					text: `The page itself answered with HTTP status ${formatPageStatus(refusal)}`,
					advice:
						"Turn on 'Options > Page Loading > Fail on Page Error' if such a page is no result for you",
					warns: true,
				},
			];
};

/** Metadata: "A value greater than `numPages` means the result was truncated." */
const cutPdf = (metadata: JsonObject): Notice[] => {
	const total = numberIn(metadata, 'totalPages') ?? 0;
	const read = numberIn(metadata, 'numPages') ?? total;
	return total > read
		? [
				{
					kind: 'truncatedPdf',
					text: `Only ${read} of ${total} PDF pages were read`,
					advice:
						"Raise 'Max Pages' in 'Options > Content and PDF > Parsers' to get more, at 1 credit for each page",
					warns: true,
				},
			]
		: [];
};

/** Shorter times in the queue are nothing that a person would act on, in milliseconds. */
const NOTABLE_QUEUE_MS = 1000;

const queued = (metadata: JsonObject): Notice[] => {
	if (metadata.concurrencyLimited !== true) return [];
	const ms = numberIn(metadata, 'concurrencyQueueDurationMs');
	if (ms !== undefined && ms < NOTABLE_QUEUE_MS) return [];
	return [
		{
			kind: 'queued',
			text: `Waited ${ms === undefined ? '' : '{time} '}in the service's queue`,
			ms,
			advice: "Lower 'Max Concurrency' in the Settings tab, or upgrade the plan",
		},
	];
};

const warned = (data: JsonObject): Notice[] =>
	typeof data.warning === 'string' && data.warning.trim() !== ''
		? [
				{
					kind: 'warning',
					text: `The service warns: ${data.warning.trim().replace(/\.$/, '')}`,
					warns: true,
				},
			]
		: [];

/** Hosts that differ by `www.` alone are one, and so are paths that differ by the slash at their end. */
const placeOf = (url: URL): string =>
	`${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`;

/** Metadata: `url` is the "Final URL after all redirects". From http to https, or to a query, is no other page. */
const redirected = ({ sourceURL, url }: JsonObject): Notice[] => {
	if (sourceURL === url) return [];
	const [from, to] = [sourceURL, url].map((each) => parseUrl(String(each)));
	return from === undefined || to === undefined || placeOf(from) === placeOf(to)
		? []
		: [{ kind: 'redirected', text: `The address led on to ${to.href}` }];
};

/** A younger copy than this seldom differs from the page, in milliseconds. */
const OLD_COPY_MS = 3_600_000;

/** What says how old a copy may be. */
const cacheFields = ['maxAge', 'minAge', 'lockdown'] as const;

/** Scrape options, `maxAge`: without it a copy of up to two days is returned, which nobody asked for. */
const oldCopy = (metadata: JsonObject, { asked, nowMs }: Circumstances): Notice[] => {
	if (metadata.cacheState !== 'hit' || cacheFields.some((name) => asked[name] !== undefined)) {
		return [];
	}
	const ms = nowMs - Date.parse(String(metadata.cachedAt));
	return ms >= OLD_COPY_MS
		? [
				{
					kind: 'oldCopy',
					text: "The page is a copy of {time} ago from the service's cache",
					ms,
					advice: "Set 'Options > Cache > Max Age (Ms)' to 0 to have the page loaded anew",
				},
			]
		: [];
};

const isLink = (value: unknown): boolean => typeof value === 'string' && /^https?:/i.test(value);

const KEEP = "Turn on 'Download Files' to keep what is behind them";

/** Limits: screenshots live 24 hours, links to audio and video 1 hour. */
const expiring = (data: JsonObject): Notice[] => {
	const actions = isObject(data.actions) ? data.actions : {};
	const shots = Array.isArray(actions.screenshots) ? actions.screenshots : [];
	const notice = (kind: string, text: string): Notice => ({ kind, text, advice: KEEP });
	return [
		...([data.audio, data.video].some(isLink)
			? [notice('expiresInHour', 'Links to audio and video expire after 1 hour')]
			: []),
		...([data.screenshot, ...shots].some(isLink)
			? [notice('expiresInDay', 'Links to screenshots expire after 24 hours')]
			: []),
	];
};

/** What a page's notices depend on beside the page. */
export interface Circumstances {
	/** The form's values. */
	asked: JsonObject;
	/** Milliseconds since the epoch. */
	nowMs: number;
}

/** Notices about the `data` of a scrape answer. Links whose files are downloaded may expire unsaid. */
export function pageNotices(data: JsonObject, circumstances: Circumstances): Notice[] {
	const metadata = isObject(data.metadata) ? data.metadata : {};
	return [
		...refusedPage(data),
		...redirected(metadata),
		...cutPdf(metadata),
		...warned(data),
		...oldCopy(metadata, circumstances),
		...queued(metadata),
		...(circumstances.asked.downloadFiles === true ? [] : expiring(data)),
	];
}
