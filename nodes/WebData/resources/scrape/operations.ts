import { additionalBodyFields, formOf, reworded, text } from '../../form/form';
import { pageUrl } from '../../form/values';
import { dataOf, type JsonObject } from '../../json/json';
import {
	defineOperation,
	defineResource,
	type Output,
	type OutputContext,
} from '../../operation/operation';
import { pageFormats } from '../../page/formats';
import { pageNotices } from '../../page/notices';
import { domainTools, pageOptions, toolDetail, zeroDataRetention } from '../../page/options';
import {
	downloads,
	failOnPageError,
	type PageOutputValues,
	pagePart,
	simplifiedPage,
	simplifyPage,
} from '../../page/output';
import { requestedOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { interact, stopInteract, storedPage } from './interact';
import { scrapeRoutes } from './service';

function scrapeOutput(
	answer: JsonObject,
	context: OutputContext<{ own: PageOutputValues }>,
	{ scrapeId, scrapeOptions }: { scrapeId: unknown; scrapeOptions: JsonObject },
): Output {
	const data = dataOf(answer);
	const item = context.simplify
		? { json: simplifyPage(data, scrapeId), at: [] }
		: { json: answer, at: ['data'] };
	return {
		parts: [pagePart(data, context.own, item)],
		notices: pageNotices(data, { ...context, scrapeOptions }),
	};
}

/** See "Scrape request body" in the specification. */
export const scrapeForm = formOf(
	{
		url: text(
			'URL',
			'URL of the page or PDF file. Each page costs 1 credit, or more with some formats. Pages on X (formerly Twitter) cost 30 credits.',
			{
				required: true,
				schema: pageUrl,
				placeholder: 'e.g. https://example.com/article',
				details: 'If the URL has no scheme, https:// is added.',
			},
		),
		formats: pageFormats(),
		...downloads,
	},
	{
		...pageOptions,
		toolDetail,
		zeroDataRetention,
		domainTools,
		failOnPageError,
		additionalBodyFields,
	},
);

const scrape = defineOperation({
	action: 'Scrape page',
	description: 'Get the content of a web page as Markdown, JSON, or another format',
	toolDescription:
		'Reads one web page or PDF file and returns its content as Markdown, with title, final URL, and status code. Needs the full URL. Does not search the web and does not follow links. Costs credits.',
	costs: true,
	form: scrapeForm,
	conflicts: scrapeOptionConflicts,
	toRequest: (values) => ({
		route: scrapeRoutes.scrape,
		body: toScrapeOptions(scrapeForm.sent(values)),
	}),
	simplifies: true,
	output: simplifiedPage,
	toOutput: (answer, context) =>
		scrapeOutput(answer, context, {
			scrapeId: answer.scrape_id,
			scrapeOptions: requestedOptions(context.sent),
		}),
});

const get = defineOperation({
	name: 'Get Stored Scrape',
	action: 'Get stored scrape',
	description: 'Return a page that was scraped before, without scraping it again',
	toolDescription:
		'Gets the stored content of a page that was scraped earlier. Needs the scrape ID. Free of charge.',
	form: formOf(
		{
			scrapeId: reworded(storedPage.scrapeId, {
				description:
					"Scrape ID, from a page's 'metadata.scrapeId' field, or from a job or monitor event",
			}),
			...downloads,
		},
		{ failOnPageError },
	),
	toRequest: ({ scrapeId }) => ({ route: scrapeRoutes.get, ids: [scrapeId] }),
	simplifies: true,
	output: simplifiedPage,
	toOutput: (answer, context) =>
		scrapeOutput(answer, context, { scrapeId: context.sent.scrapeId, scrapeOptions: {} }),
});

export const scrapeResource = defineResource({
	value: 'scrape',
	description: 'Content of a single page',
	operations: { scrape, interact, stopInteract, get },
});
