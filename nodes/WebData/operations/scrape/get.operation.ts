import type { z } from 'zod';
import { SERVICE_TIMEOUT_MS } from '../../api/http/request';
import { dataOf, type JsonObject } from '../../api/http/response';
import { storedScrapeEndpoint, storedScrapeRequest } from '../../api/scrape/interactRequest';
import { optionsField } from '../common/options.fields';
import { pageNotices } from '../common/pageOutput/notices';
import { downloadFields, failOnPageErrorField } from '../common/pageOutput/pageOutput.fields';
import { pageOutputValues, pagePart } from '../common/pageOutput/pagePart';
import { simplifiedPage, simplifyPage } from '../common/pageOutput/simplifyPage';
import { defineOperation, type OutputPart } from '../operation';
import { scrapeIdField } from './interact.operation';

const formValues = storedScrapeRequest.extend(pageOutputValues);

type FormValues = z.infer<typeof formValues>;

function toParts(answer: JsonObject, simplify: boolean, values: FormValues): OutputPart[] {
	const data = dataOf(answer);
	const item = simplify
		? { json: simplifyPage(data, values.scrapeId), at: [] }
		: { json: answer, at: ['data'] };
	return [pagePart(data, values, item)];
}

export const get = defineOperation({
	value: 'get',
	name: 'Get Stored Scrape',
	action: 'Get stored page',
	description: 'Return a page that was scraped before, without scraping it again',
	toolDescription:
		'Gets the stored content of a page that was scraped earlier. Needs the scrape ID. Free of charge.',
	fields: [
		{
			...scrapeIdField,
			description:
				"Scrape ID, from a page's 'metadata.scrapeId' field, or from a job or monitor event",
		},
		...downloadFields,
		optionsField([failOnPageErrorField]),
	],
	input: formValues,
	toRequest: ({ scrapeId }) => ({
		endpoint: storedScrapeEndpoint,
		method: 'GET',
		path: ['scrape', scrapeId],
		dataField: 'data',
		idempotency: 'read',
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	}),
	simplifies: true,
	output: simplifiedPage,
	toParts: (answer, { simplify }, values) => toParts(answer, simplify, values),
	notices: (answer, values, nowMs) => pageNotices(dataOf(answer), { values, nowMs }),
});
