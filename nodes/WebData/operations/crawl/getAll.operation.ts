import { z } from 'zod';
import { runningCrawl } from '../../api/crawl/crawlResponse';
import { runningCrawlsRequest } from '../../api/crawl/requests';
import { objectsIn } from '../../api/http/pagination';
import { defineOperation } from '../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many running crawls',
	description: 'Return the crawls of the team that are running, one item each',
	toolDescription:
		'Lists the website crawls that are running now, with job ID and start URL. Crawls that have ended are not listed.',
	fields: [],
	output: runningCrawl,
	input: z.object({}).strict(),
	toRequest: runningCrawlsRequest,
	toParts: ({ crawls }) => objectsIn(crawls).map((json) => ({ json })),
});
