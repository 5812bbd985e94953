import type { z } from 'zod';
import { SERVICE_TIMEOUT_MS } from '../../client/request';
import { reworded } from '../../form/fields';
import { propertyOf } from '../../form/form';
import { additionalBodyFieldsField, optionsField } from '../../form/shared';
import { dataOf, type JsonObject } from '../../json/json';
import { defineOperation, type Resource } from '../../operation/operation';
import type { OutputPart } from '../../operation/output';
import { domainToolsField, formatsField } from '../../page/formats';
import { pageNotices } from '../../page/notices';
import { scrapeOptionFields, zeroDataRetentionField } from '../../page/options';
import {
	downloadFields,
	failOnPageErrorField,
	pageOutputValues,
	pagePart,
	simplifiedPage,
	simplifyPage,
	withoutPageOutput,
} from '../../page/output';
import { scrapeRequest } from '../../page/scrapeOptions';
import { formOnlyOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { interact, stopInteract, storedPage, storedPageForm } from './interact';
import { scrapePage, storedScrapeEndpoint } from './service';

const formValues = scrapeRequest.extend({ ...formOnlyOptions, ...pageOutputValues });

type FormValues = z.infer<typeof formValues>;

function toParts(answer: JsonObject, simplify: boolean, values: FormValues): OutputPart[] {
	const data = dataOf(answer);
	const item = simplify
		? { json: simplifyPage(data, answer.scrape_id), at: [] }
		: { json: answer, at: ['data'] };
	return [pagePart(data, values, item)];
}

const scrape = defineOperation({
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape page',
	description: 'Get the content of a web page as Markdown, JSON, or another format',
	toolDescription:
		'Reads one web page or PDF file and returns its content as Markdown, with title, final URL, and status code. Needs the full URL. Does not search the web and does not follow links. Costs credits.',
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/article',
			description: 'URL of the page. If the URL has no scheme, https:// is added.',
		},
		formatsField(),
		...downloadFields,
		optionsField([
			...scrapeOptionFields(),
			domainToolsField,
			zeroDataRetentionField,
			failOnPageErrorField,
			additionalBodyFieldsField,
		]),
	],
	input: formValues,
	conflicts: (values) => scrapeOptionConflicts(values),
	toRequest: (values) => scrapePage(toScrapeOptions(withoutPageOutput(values))),
	simplifies: true,
	output: simplifiedPage,
	toParts: (answer, { simplify }, values) => toParts(answer, simplify, values),
	notices: (answer, values, nowMs) => pageNotices(dataOf(answer), { values, nowMs }),
});

const storedValues = storedPageForm.input.extend(pageOutputValues);

type StoredValues = z.infer<typeof storedValues>;

function toStoredParts(answer: JsonObject, simplify: boolean, values: StoredValues): OutputPart[] {
	const data = dataOf(answer);
	const item = simplify
		? { json: simplifyPage(data, values.scrapeId), at: [] }
		: { json: answer, at: ['data'] };
	return [pagePart(data, values, item)];
}

const get = defineOperation({
	value: 'get',
	name: 'Get Stored Scrape',
	action: 'Get stored page',
	description: 'Return a page that was scraped before, without scraping it again',
	toolDescription:
		'Gets the stored content of a page that was scraped earlier. Needs the scrape ID. Free of charge.',
	fields: [
		propertyOf(
			'scrapeId',
			reworded(storedPage.scrapeId, {
				description:
					"Scrape ID, from a page's 'metadata.scrapeId' field, or from a job or monitor event",
			}),
		),
		...downloadFields,
		optionsField([failOnPageErrorField]),
	],
	input: storedValues,
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
	toParts: (answer, { simplify }, values) => toStoredParts(answer, simplify, values),
	notices: (answer, values, nowMs) => pageNotices(dataOf(answer), { values, nowMs }),
});

export const scrapeResource: Resource = {
	value: 'scrape',
	name: 'Scrape',
	defaultOperation: 'scrape',
	operations: [scrape, interact, stopInteract, get],
};
