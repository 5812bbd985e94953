import { pageErrorText, pageStatusError } from '../errors/page';
import { isSent } from '../errors/row';
import { withoutFullStop } from '../errors/text';
import {
	finiteNumber,
	hasNoContent,
	isObject,
	type JsonObject,
	listOf,
	parseUrl,
} from '../json/json';
import { type Notice, noticesOf } from '../operation/operation';
import { unparsedPdf } from './files';
import { failingStatus, type PageOutputValues } from './output';

/** Maps a format to its page field if the names differ. */
const fieldNames: Readonly<Record<string, string>> = {
	deterministicJson: 'json',
	query: 'answer',
	question: 'answer',
};

/** Whether extracted data contains no value: null, blank texts, and empty lists and objects contain none. */
function isBlankData(data: unknown): boolean {
	const pending: unknown[] = [data];
	for (const value of pending) {
		if (Array.isArray(value)) value.forEach((each) => pending.push(each));
		else if (isObject(value)) Object.values(value).forEach((each) => pending.push(each));
		else if (!hasNoContent(value)) return false;
	}
	return true;
}

const blankData = (type: string): Notice => ({
	text: `The requested format '${type}' contains no values`,
	advice: 'Check that the page contains the data, and that the prompt or the schema describes it',
	warns: true,
});

/** Returns notices about requested formats without content. Empty Markdown has a notice of its own. */
function missingFormats(page: JsonObject, formats: unknown): Notice[] {
	const types = listOf(formats)
		.map((format) => (isObject(format) ? format.type : format))
		.filter((type) => typeof type === 'string');
	return [...new Set(types)].flatMap((type) => {
		const field = fieldNames[type] ?? type;
		const content = page[field];
		if (field === 'json' && !hasNoContent(content) && isBlankData(content)) return blankData(type);
		if (!hasNoContent(content) || (type === 'markdown' && hasEmptyMarkdown(page))) return [];
		return {
			text:
				content == null
					? `The response does not contain the requested format '${type}'`
					: `The requested format '${type}' is empty`,
			advice: 'The server may not support the format in general or for this page',
			warns: true,
		};
	});
}

/** Without modes, the service returns only whether the page has changed. */
function missingModes({ changeTracking }: JsonObject, formats: unknown): Notice | false {
	const format = listOf(formats).find(
		(each) => each === 'changeTracking' || (isObject(each) && each.type === 'changeTracking'),
	);
	if (format === undefined || !isObject(changeTracking) || changeTracking.changeStatus === 'same') {
		return false;
	}
	const { modes, schema, prompt } = isObject(format) ? format : {};
	if (Array.isArray(modes) && modes.length > 0) return false;
	const mode = schema === undefined && prompt === undefined ? 'Git Diff' : 'JSON';
	return {
		text: "The format 'changeTracking' contains only the status, because no mode is selected",
		advice: `To get the differences, add '${mode}' to 'Modes' of the format`,
	};
}

/** Whether the page has Markdown without any text. */
export const hasEmptyMarkdown = ({ markdown }: JsonObject): boolean =>
	typeof markdown === 'string' && hasNoContent(markdown);

const emptyMarkdown = (page: JsonObject): Notice | false =>
	hasEmptyMarkdown(page) &&
	pageStatusError(page) === undefined && {
		kind: 'emptyMarkdown',
		text: 'The Markdown of the page is empty',
		advice:
			"If the page loads its content with JavaScript, wait longer with {waitFor}. If the site blocks bots, set {proxy} to 'Enhanced'. Otherwise, turn off {onlyMainContent}",
		warns: true,
	};

const errorStatus = (page: JsonObject): Notice | undefined => {
	const error = pageStatusError(page);
	return (
		error && {
			kind: 'pageStatus',
			text: pageErrorText(error),
			advice: 'To treat such a page as an error, turn on {failOnPageError}',
			warns: true,
		}
	);
};

/** If `totalPages` is greater than `numPages`, the result was truncated (specification: Metadata). */
const truncatedPdf = (metadata: JsonObject, { scrapeOptions }: PageContext): Notice | false => {
	const total = finiteNumber(metadata.totalPages) ?? 0;
	const parsed = finiteNumber(metadata.numPages) ?? total;
	return (
		total > parsed && {
			text: `The service parsed only ${parsed} of ${total} PDF pages`,
			advice: isSent(scrapeOptions.parsers, 'maxPages')
				? "To get more pages, increase 'Max Pages' in {parsers}. Each page costs 1 credit"
				: 'To get more pages, allow more time in {timeout}. Each page costs 1 credit',
			warns: true,
		}
	);
};

/** Minimum queue time that causes a notice. Shorter times require no action. */
const MIN_QUEUE_MS = 1000;

const queued = (metadata: JsonObject): Notice | undefined => {
	const ms = finiteNumber(metadata.concurrencyQueueDurationMs);
	const isShort = ms !== undefined && ms < MIN_QUEUE_MS;
	if (metadata.concurrencyLimited !== true || isShort) return undefined;
	return {
		text: `Waited ${ms === undefined ? '' : '{time} '}in the service's queue`,
		ms,
		advice: 'To make the workflow faster, upgrade the plan or reduce other traffic on this account',
	};
};

/** Returns the warning of a page or a whole response as a notice. */
export const serviceWarning = ({ warning }: JsonObject): Notice | false =>
	typeof warning === 'string' &&
	warning.trim() !== '' && {
		kind: 'warning',
		text: `Warning from the service: ${withoutFullStop(warning.trim())}`,
		warns: true,
	};

/** URLs count as the same page if they differ only in protocol, query, `www.`, or a trailing slash. */
const redirected = ({ sourceURL, url }: JsonObject): Notice | undefined => {
	if (sourceURL === url) return undefined;
	const pageAddress = ({ hostname, pathname }: URL): string =>
		`${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
	const [from, to] = [sourceURL, url].map((each) => parseUrl(String(each)));
	return from === undefined || to === undefined || pageAddress(from) === pageAddress(to)
		? undefined
		: { kind: 'redirected', text: `The URL redirected to ${to.href}` };
};

/** Minimum age of a cached copy that causes a notice, after `maxAge`. Newer copies seldom differ from the page. */
const MIN_COPY_AGE_MS = 3_600_000;

/** Without `maxAge`, the service may return a copy that is up to two days old (specification: Scrape options). */
const oldCopy = (
	metadata: JsonObject,
	{ scrapeOptions, nowMs }: PageContext,
): Notice | undefined => {
	const { maxAge, minAge, lockdown } = scrapeOptions;
	const isCacheOnly = minAge !== undefined || lockdown === true;
	if (metadata.cacheState !== 'hit' || isCacheOnly) return undefined;
	const ms = nowMs - Date.parse(String(metadata.cachedAt));
	if (!(ms >= Number(maxAge ?? 0) + MIN_COPY_AGE_MS)) return undefined;
	return {
		kind: 'oldCopy',
		text: "The page is a copy from the service's cache, scraped {time} ago",
		ms,
		...(maxAge === undefined && { advice: 'To load the page again, set {maxAge} to 0' }),
	};
};

/** Screenshots expire after 24 hours, audio and video links after 1 hour (specification: Limits). */
const expiringLinks = (page: JsonObject): Notice[] => {
	const actions = isObject(page.actions) ? page.actions : {};
	const shots = listOf(actions.screenshots);
	const isLink = (value: unknown) => typeof value === 'string' && /^https?:/i.test(value);
	const advice = 'To keep the files, turn on {downloadFiles}';
	return noticesOf(
		[page.audio, page.video].some(isLink) && {
			text: 'Links to audio and video expire after 1 hour',
			advice,
		},
		[page.screenshot, ...shots].some(isLink) && {
			text: 'Links to screenshots expire after 24 hours',
			advice,
		},
	);
};

/** A PDF that was requested without parsing. */
const pdfAsText = (page: JsonObject): Notice[] =>
	unparsedPdf(page).map(({ at }) => ({
		text: `The field '${at.join('.')}' contains a PDF file as text`,
		advice: 'To get the file, turn on {downloadFiles}',
	}));

export interface PageContext {
	/** Scrape options that were sent, as far as they are known. */
	scrapeOptions: JsonObject;
	own: Partial<Pick<PageOutputValues, 'downloadFiles' | 'failOnPageError'>>;
	nowMs: number;
}

/** Returns notices about a page, for example, about an error status or expiring links. */
export function pageNotices(page: JsonObject, context: PageContext): Notice[] {
	const metadata = isObject(page.metadata) ? page.metadata : {};
	const { failOnPageError = false, downloadFiles = false } = context.own;
	const { formats } = context.scrapeOptions;
	if (failingStatus(page, { failOnPageError }) !== undefined) return [];
	return noticesOf(
		errorStatus(page),
		missingFormats(page, formats),
		missingModes(page, formats),
		emptyMarkdown(page),
		redirected(metadata),
		truncatedPdf(metadata, context),
		serviceWarning(page),
		oldCopy(metadata, context),
		queued(metadata),
		downloadFiles ? [] : [...expiringLinks(page), ...pdfAsText(page)],
	);
}
