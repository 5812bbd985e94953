import { objectsIn } from '../http/pagination';
import { nonEmptyText, parseTime, type JsonObject } from '../http/response';

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

export const runningCrawls = ({ crawls }: JsonObject): ListedCrawl[] =>
	objectsIn(crawls).flatMap((crawl) => listed(crawl, crawl.url, true));

export const recentCrawls = ({ data }: JsonObject): ListedCrawl[] =>
	objectsIn(data).flatMap((entry) => listed(entry, entry.target, false));
