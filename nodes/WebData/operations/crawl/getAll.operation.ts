import { z } from 'zod';
import { runningCrawl } from '../../api/crawl/crawlResponse';
import { runningCrawlsRequest } from '../../api/crawl/requests';
import { objectsIn } from '../../api/http/pagination';
import { defineOperation } from '../operation';

export const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many running crawls',
	description: "Return your team's running crawls, one item per crawl",
	toolDescription:
		'Lists the website crawls that are running now, with job ID and start URL. Does not list crawls that have ended.',
	fields: [],
	output: runningCrawl,
	input: z.object({}).strict(),
	toRequest: runningCrawlsRequest,
	toParts: ({ crawls }) => objectsIn(crawls).map((json) => ({ json })),
});
