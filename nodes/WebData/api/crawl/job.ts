import { callApi, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { findInActivity, startedJobs, type LostStart } from '../jobs/findStarted';
import type { FoundStart } from '../jobs/job';
import { pageJob, type PageJob } from '../jobs/pageJob';
import { objectsIn } from '../http/pagination';
import { crawlEndpoint, runningCrawlsRequest } from './requests';
import { hasSameOptions } from './sameOptions';

const firstUrl = ({ url }: JsonObject): unknown => url;

const shared = pageJob({
	name: 'crawl',
	endpoint: crawlEndpoint,
	path: ['crawl'],
	activity: 'crawl',
	firstUrl,
	startFacts: ['promptGeneratedOptions', 'finalCrawlerOptions'],
});

/** Searches the running crawls first, and then the activity log, which some servers do not provide. */
async function findStarted(
	{ body = {} }: ApiRequest,
	session: Session,
	start: Pick<LostStart, 'sentAt' | 'isTaken'>,
): Promise<FoundStart> {
	const url = firstUrl(body);
	if (typeof url !== 'string') return {};
	const running = await callApi(runningCrawlsRequest(), session);
	const crawls = running.ok ? objectsIn(running.answer.crawls) : [];
	const same = new Set(crawls.filter((crawl) => hasSameOptions(crawl, body)));
	const differentIds = new Set(crawls.filter((crawl) => !same.has(crawl)).map(({ id }) => id));
	const lost: LostStart = {
		...start,
		activity: 'crawl',
		url,
		isTaken: (jobId) => differentIds.has(jobId) || start.isTaken(jobId),
		clockOffsetMs: session.service?.clockOffsetMs,
	};
	const entries = [...same].map((crawl) => ({ ...crawl, target: crawl.url }));
	const [jobId, ...others] = startedJobs(entries, lost);
	if (jobId !== undefined) return others.length === 0 ? { jobId } : {};
	return await findInActivity(lost, session);
}

export const crawlJob: PageJob = { ...shared, findStarted };
