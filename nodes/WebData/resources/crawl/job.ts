import { call } from '../../client/call';
import { type Client, noAnswer } from '../../client/client';
import { findInActivity, startedJobs } from '../../client/jobs/find';
import { pageJob } from '../../client/jobs/pages';
import type { ApiRequest } from '../../client/request';
import { isObject, type JsonObject, objectsIn } from '../../json/json';
import { contains } from '../../page/sameOptions';
import { crawlRoutes } from './service';

const objectFrom = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Compares only the fields that the service returns. */
const agrees = (stored: JsonObject, sent: JsonObject): boolean =>
	Object.entries(sent).every(
		([name, value]) =>
			stored[name] === undefined || contains({ [name]: stored[name] }, { [name]: value }),
	);

/** Whether a running crawl has the options that a start request has sent. The other options have unknown defaults. */
export function hasSameOptions(
	{ options }: JsonObject,
	{ scrapeOptions, ...sent }: JsonObject,
): boolean {
	const stored = objectFrom(options);
	const ofPages = objectFrom(stored.scrapeOptions);
	return agrees(stored, sent) && agrees(ofPages, objectFrom(scrapeOptions));
}

/** Searches the running crawls first, and then the activity log, which some servers do not provide. */
async function findStarted(
	{ body = {} }: ApiRequest,
	client: Client,
	{ sentAt, isTaken }: { sentAt: number; isTaken(jobId: string): boolean },
) {
	const { url } = body;
	if (typeof url !== 'string') return {};
	const running = await call({ route: crawlRoutes.running }, client).catch(noAnswer);
	const crawls = objectsIn(running.crawls);
	const same = new Set(crawls.filter((crawl) => hasSameOptions(crawl, body)));
	const differentIds = new Set(crawls.filter((crawl) => !same.has(crawl)).map(({ id }) => id));
	const lost = {
		url,
		sentAt,
		isTaken: (jobId: string) => differentIds.has(jobId) || isTaken(jobId),
		clockOffsetMs: client.account.service.clockOffsetMs,
	};
	const entries = [...same].map((crawl) => ({ ...crawl, target: crawl.url }));
	const [jobId, ...others] = startedJobs(entries, lost);
	if (jobId !== undefined) return others.length === 0 ? { jobId } : {};
	return await findInActivity('crawl', lost, client);
}

export const crawlJob = pageJob({
	name: 'crawl',
	start: crawlRoutes.start,
	findStarted,
	startFacts: ['promptGeneratedOptions', 'finalCrawlerOptions'],
});
