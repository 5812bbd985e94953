import { call } from '../../client/call';
import { activityRoute } from '../../client/jobs/find';
import { noAnswer } from '../../client/serviceError';
import { type JsonObject, nonEmptyText, objectsIn, parseTime } from '../../json/json';
import { ageOf, choiceName, includesText, type ListSearch } from '../../operation/pickers';
import { crawlRoutes } from './service';

/**
 * Lists the team's running crawls and the crawls of the last 24 hours, newest first. Self-hosted servers list only
 * running crawls.
 */
export const searchCrawls: ListSearch = async ({ client }, filter) => {
	const query = { endpoint: 'crawl', limit: '100' };
	const [running, recent] = await Promise.all([
		call({ route: crawlRoutes.running }, client),
		call({ route: activityRoute, query }, client).catch(noAnswer),
	]);
	const now = client.runtime.now();
	const crawls = objectsIn(running.crawls).map((crawl): JsonObject => ({
		...crawl,
		target: crawl.url,
	}));
	const runningIds = new Set(crawls.map(({ id }) => id));
	const ended = objectsIn(recent.data);
	const choices = [...crawls, ...ended.filter(({ id }) => !runningIds.has(id))]
		.filter(({ id, target }) => includesText(filter, id, target))
		.sort((a, b) => (parseTime(b.created_at) ?? 0) - (parseTime(a.created_at) ?? 0))
		.flatMap((crawl) => {
			const [id, target] = [crawl.id, crawl.target].map(nonEmptyText);
			if (id === undefined) return [];
			const state = runningIds.has(crawl.id) ? 'running' : undefined;
			return [{ name: choiceName([ageOf(crawl.created_at, now), state], target ?? id), value: id }];
		});
	return { choices };
};
