import type { z } from 'zod';
import { type JsonObject, dataOf } from '../../api/http/response';
import { scrapePage, scrapeRequest } from '../../api/scrape/scrapeRequest';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { optionsField } from '../common/options.fields';
import { downloadFields, failOnPageErrorField } from '../common/pageOutput/pageOutput.fields';
import { pageNotices } from '../common/pageOutput/notices';
import { pageOutputValues, pagePart, withoutPageOutput } from '../common/pageOutput/pagePart';
import { simplifiedPage, simplifyPage } from '../common/pageOutput/simplifyPage';
import { domainToolsField } from '../common/scrapeOptions/domainTools.fields';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { scrapeOptionFields } from '../common/scrapeOptions/options.fields';
import {
	formOnlyOptions,
	scrapeOptionConflicts,
	toScrapeOptions,
} from '../common/scrapeOptions/optionValues';
import { zeroDataRetentionField } from '../common/scrapeOptions/privacy.fields';
import { defineOperation, type OutputPart } from '../operation';

const formValues = scrapeRequest.extend({ ...formOnlyOptions, ...pageOutputValues });

type FormValues = z.infer<typeof formValues>;

function toParts(answer: JsonObject, simplify: boolean, values: FormValues): OutputPart[] {
	const data = dataOf(answer);
	const item = simplify
		? { json: simplifyPage(data, answer.scrape_id), at: [] }
		: { json: answer, at: ['data'] };
	return [pagePart(data, values, item)];
}

export const scrape = defineOperation({
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
