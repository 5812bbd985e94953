import { objectsIn } from '../http/pagination';
import { nonEmptyText, parseTime, type JsonObject } from '../http/response';

/** A crawl in a list that the service returned. */
export interface ListedCrawl {
	id: string;
	url?: string;
	/** Creation time in milliseconds since the epoch. */
	createdAt?: number;
	isRunning: boolean;
}

const listed = (entry: JsonObject, url: unknown, isRunning: boolean): ListedCrawl[] => {
	const id = nonEmptyText(entry.id);
	if (id === undefined) return [];
	return [{ id, url: nonEmptyText(url), createdAt: parseTime(entry.created_at), isRunning }];
};

/** Returns the running crawls in a `GET /v2/crawl/active` response. */
export const runningCrawls = ({ crawls }: JsonObject): ListedCrawl[] =>
	objectsIn(crawls).flatMap((crawl) => listed(crawl, crawl.url, true));

/** Returns the crawls in a `GET /v2/team/activity` response. */
export const recentCrawls = ({ data }: JsonObject): ListedCrawl[] =>
	objectsIn(data).flatMap((entry) => listed(entry, entry.target, false));
