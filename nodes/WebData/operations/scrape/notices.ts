// What a person should know about a scraped page although it is a success.

import { isObject, type JsonObject } from '../../api/answer';
import type { Notice } from '../operation';

const numberIn = (metadata: JsonObject, name: string): number | undefined =>
	typeof metadata[name] === 'number' ? metadata[name] : undefined;

const refusedPage = (metadata: JsonObject): Notice[] => {
	const status = numberIn(metadata, 'statusCode') ?? 200;
	return status < 400
		? []
		: [{ kind: 'pageStatus', text: `the page itself answered with HTTP status ${status}` }];
};

/** Metadata: "A value greater than `numPages` means the result was truncated." */
const cutPdf = (metadata: JsonObject): Notice[] => {
	const total = numberIn(metadata, 'totalPages') ?? 0;
	const read = numberIn(metadata, 'numPages') ?? total;
	return total > read
		? [
				{
					kind: 'truncatedPdf',
					text: `only ${read} of ${total} PDF pages were read, raise 'Max Pages' in 'Parsers' to get more`,
				},
			]
		: [];
};

const queued = (metadata: JsonObject): Notice[] => {
	if (metadata.concurrencyLimited !== true) return [];
	const ms = numberIn(metadata, 'concurrencyQueueDurationMs');
	const time = ms === undefined ? '' : ` for ${(ms / 1000).toFixed(1)} s`;
	return [
		{
			kind: 'queued',
			text: `waited in the service's queue${time}, lower 'Max Concurrency' or upgrade the plan`,
		},
	];
};

const warned = (data: JsonObject): Notice[] =>
	typeof data.warning === 'string' && data.warning !== ''
		? [{ kind: 'warning', text: `the service warns: ${data.warning}` }]
		: [];

/** Limits: screenshots live 24 hours, links to audio and video 1 hour. */
const expiring = (data: JsonObject): Notice[] => {
	const hour = ['audio', 'video'].some((name) => typeof data[name] === 'string');
	const shots = isObject(data.actions) ? data.actions.screenshots : [];
	const day = typeof data.screenshot === 'string' || (Array.isArray(shots) && shots.length > 0);
	return [
		...(hour
			? [{ kind: 'expiresInHour', text: 'links to audio and video expire after 1 hour' }]
			: []),
		...(day ? [{ kind: 'expiresInDay', text: 'links to screenshots expire after 24 hours' }] : []),
	];
};

/** Notices about the `data` of a scrape answer. Links whose files are downloaded may expire unsaid. */
export function pageNotices(data: JsonObject, isDownloaded: boolean): Notice[] {
	const metadata = isObject(data.metadata) ? data.metadata : {};
	return [
		...refusedPage(metadata),
		...cutPdf(metadata),
		...queued(metadata),
		...warned(data),
		...(isDownloaded ? [] : expiring(data)),
	];
}
