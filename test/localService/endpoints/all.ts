// The first endpoint that matches handles the request, so the order matters.
import { teamActivity } from './activity';
import { agentSnapshot } from './agentSnapshot';
import { browserSessionEndpoints } from './browserSessions';
import { cancelAgent } from './cancelAgent';
import { activeCrawls, previewCrawl } from './crawls';
import { creditHistory, creditUsage } from './creditUsage';
import type { Endpoint } from './endpoint';
import { getAgent } from './getAgent';
import { interact, stopInteract } from './interact';
import { deleteJob, getJob, getJobErrors } from './jobs';
import { listAgents } from './listAgents';
import { map } from './map';
import { monitorEndpoints } from './monitor';
import { parse } from './parse';
import { concurrencyCheck, queueStatus } from './queue';
import { scrape } from './scrape';
import { search } from './search';
import { startAgent } from './startAgent';
import { startBatch } from './startBatch';
import { startCrawl } from './startCrawl';
import { storedScrape } from './storedScrape';
import { traceAgent } from './traceAgent';

export const endpoints: readonly Endpoint[] = [
	scrape,
	search,
	map,
	startBatch,
	startCrawl,
	activeCrawls,
	previewCrawl,
	getJob,
	deleteJob,
	getJobErrors,
	interact,
	stopInteract,
	storedScrape,
	parse,
	...monitorEndpoints,
	...browserSessionEndpoints,
	startAgent,
	listAgents,
	getAgent,
	cancelAgent,
	traceAgent,
	agentSnapshot,
	creditUsage,
	creditHistory,
	queueStatus,
	concurrencyCheck,
	teamActivity,
];
