import { recentCrawls, runningCrawls, type ListedCrawl } from '../../api/crawl/crawlList';
import { recentCrawlsRequest, runningCrawlsRequest } from '../../api/crawl/requests';
import {
	ago,
	includesText,
	MAX_CHOICE_LENGTH,
	truncateLine,
	type Choice,
	type ListSearch,
} from '../common/editorLists';

const choiceOf = ({ id, url, createdAt, isRunning }: ListedCrawl, now: number): Choice => {
	const age = createdAt === undefined ? [] : [ago(createdAt, now)];
	const details = [...age, ...(isRunning ? ['running'] : [])].join(', ');
	const title = url ?? id;
	const name = details === '' ? title : `${details}: ${title}`;
	return { name: truncateLine(name, MAX_CHOICE_LENGTH), value: id };
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
