import { pageJob } from '../../../nodes/WebData/client/jobs/pages';
import { routes } from '../../cases/routes';
import { answer } from '../../support/scriptedTransport';

export const crawl = pageJob({
	...{ name: 'crawl', start: routes.crawl, activity: 'crawl' },
	firstUrl: ({ url }) => url,
});

export const crawlStart = { route: routes.crawl, body: { url: 'https://example.com/' } };

export const crawlId = '01a201b9-1843-727f-82ea-4b655d25dce5';
const next = (skip: number) => `http://api.example.com:13002/v2/crawl/${crawlId}?skip=${skip}`;

export const page = (name: string) => ({
	markdown: name,
	metadata: { sourceURL: `https://example.com/${name}`, statusCode: 200 },
});

interface Status {
	status: string;
	completed: number;
	data?: string[];
	next?: number;
	error?: string;
	total?: number;
}

export const status = ({ next: skip, data = [], total, ...rest }: Status) =>
	answer(200, {
		success: rest.error === undefined,
		total: total ?? rest.completed,
		creditsUsed: -1,
		expiresAt: '2026-11-23T05:27:29.000Z',
		...rest,
		data: data.map(page),
		...(skip === undefined ? {} : { next: next(skip) }),
	});

export const scraping = status({
	status: 'scraping',
	completed: 1,
	total: 3,
	data: ['a'],
	next: 1,
});
export const noErrors = answer(200, { errors: [], robotsBlocked: [] });
