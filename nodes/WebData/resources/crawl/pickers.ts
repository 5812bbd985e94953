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

function crawlChoice(crawl: JsonObject, isRunning: boolean, now: number): Choice[] {
	const [id, target] = [crawl.id, crawl.target].map(nonEmptyText);
	if (id === undefined) return [];
	const details = [ageOf(crawl.created_at, now), isRunning ? 'running' : undefined];
	return [{ name: choiceName(details, target ?? id), value: id }];
}

const newestFirst = (a: JsonObject, b: JsonObject): number =>
	(parseTime(b.created_at) ?? 0) - (parseTime(a.created_at) ?? 0);

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
	const crawls = objectsIn(running.answer.crawls).map((crawl): JsonObject => ({
		...crawl,
		target: crawl.url,
	}));
	const runningIds = new Set(crawls.map(({ id }) => id));
	const ended = 'failure' in recent ? [] : objectsIn(recent.answer.data);
	const choices = [...crawls, ...ended.filter(({ id }) => !runningIds.has(id))]
		.filter(({ id, target }) => includesText(filter, id, target))
		.sort(newestFirst)
		.flatMap((crawl) => crawlChoice(crawl, runningIds.has(crawl.id), now));
	return { choices };
};
