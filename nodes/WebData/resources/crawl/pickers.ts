import { objectsIn } from '../../client/lists';
import { type JsonObject, nonEmptyText, parseTime } from '../../json/json';
import {
	ageOf,
	type Choice,
	choiceName,
	includesText,
	type ListSearch,
} from '../../operation/pickers';
import { recentCrawlsRequest, runningCrawlsRequest } from './service';

interface ListedCrawl {
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

const runningCrawls = ({ crawls }: JsonObject): ListedCrawl[] =>
	objectsIn(crawls).flatMap((crawl) => listed(crawl, crawl.url, true));

const recentCrawls = ({ data }: JsonObject): ListedCrawl[] =>
	objectsIn(data).flatMap((entry) => listed(entry, entry.target, false));

const choiceOf = ({ id, url, createdAt, isRunning }: ListedCrawl, now: number): Choice => {
	const details = [ageOf(createdAt, now), isRunning ? 'running' : undefined];
	return { name: choiceName(details, url ?? id), value: id };
};

const newestFirst = (a: ListedCrawl, b: ListedCrawl): number =>
	(b.createdAt ?? 0) - (a.createdAt ?? 0);

/**
 * Lists the team's running crawls and the crawls of the last 24 hours, newest first. Self-hosted servers list only
 * running crawls.
 */
export const searchCrawls: ListSearch = async ({ ask, now }, filter) => {
	const [running, recent] = await Promise.all([
		ask(runningCrawlsRequest()),
		ask(recentCrawlsRequest()),
	]);
	if ('failure' in running) return running;
	const crawls = runningCrawls(running.answer);
	const known = new Set(crawls.map(({ id }) => id));
	const ended = 'failure' in recent ? [] : recentCrawls(recent.answer);
	const choices = [...crawls, ...ended.filter(({ id }) => !known.has(id))]
		.filter(({ id, url }) => includesText(filter, id, url))
		.sort(newestFirst)
		.map((crawl) => choiceOf(crawl, now));
	return { choices };
};
