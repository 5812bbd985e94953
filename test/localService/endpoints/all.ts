// The first endpoint that matches handles the request, so the order matters.
import { accountEndpoints } from './account';
import { agentEndpoints } from './agent';
import { startBatch } from './batchScrape';
import { browserSessionEndpoints } from './browserSessions';
import { crawlEndpoints } from './crawl';
import type { Endpoint } from './endpoint';
import { interact, stopInteract } from './interact';
import { jobEndpoints } from './jobs';
import { map } from './map';
import { monitorEndpoints } from './monitor';
import { paperEndpoints } from './papers';
import { parseEndpoints } from './parse';
import { scrape, storedScrape } from './scrape';
import { search } from './search';

export const endpoints: readonly Endpoint[] = [
	scrape,
	search,
	...paperEndpoints,
	map,
	startBatch,
	...crawlEndpoints,
	...jobEndpoints,
	interact,
	stopInteract,
	storedScrape,
	...parseEndpoints,
	...monitorEndpoints,
	...browserSessionEndpoints,
	...agentEndpoints,
	...accountEndpoints,
];
