// The first endpoint that matches handles the request, so the order matters.
import { agentEndpoints } from './agent';
import { teamActivity } from './activity';
import { browserSessionEndpoints } from './browserSessions';
import { activeCrawls, previewCrawl } from './crawls';
import { creditHistory, creditUsage } from './creditUsage';
import type { Endpoint } from './endpoint';
import { interact, stopInteract } from './interact';
import { deleteJob, getJob, getJobErrors } from './jobs';
import { map } from './map';
import { monitorEndpoints } from './monitor';
import { parse } from './parse';
import { concurrencyCheck, queueStatus } from './queue';
import { scrape } from './scrape';
import { search } from './search';
import { startBatch } from './startBatch';
import { startCrawl } from './startCrawl';
import { storedScrape } from './storedScrape';

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
	...agentEndpoints,
	creditUsage,
	creditHistory,
	queueStatus,
	concurrencyCheck,
	teamActivity,
];
