import { batchScrapeJob } from '../../api/batchScrape/job';
import { runBatch } from '../../api/batchScrape/runBatch';
import { waitFields, waitOptions } from '../common/jobWait.fields';
import {
	followSettings,
	jobWaitValues,
	MAX_PARALLEL_JOBS,
	withoutJobWait,
} from '../common/jobWait';
import { optionsField } from '../common/options.fields';
import { failedPagesField, failedPagesValue } from '../common/pageJob/failedPages.field';
import { pageItem } from '../common/pageJob/output';
import { downloadFields, failOnPageErrorField } from '../common/pageOutput/pageOutput.fields';
import { pageOutputValues, withoutPageOutput } from '../common/pageOutput/pagePart';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { defineOperation } from '../operation';
import { FAILED_PAGES } from './form';
import { batchKey, startConflicts, toStartRequest } from './input';
import { startValues } from './urls';
import { runNotices, runParts } from './output';
import { startOptions, urlFields } from './start.fields';

const { name } = batchScrapeJob;

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Batch scrape pages and wait for them',
	description: 'Scrape many URLs in one job and return their pages',
	toolDescription:
		'Reads many web pages in one job and returns the content of each page as Markdown, with title, final URL, and status code. Needs the full URLs, one per line. Use this tool for more than one known URL. Does not search the web and does not follow links. Takes seconds to minutes. Costs credits for each page.',
	fields: [
		...urlFields,
		formatsField(),
		...waitFields(name, 'pages'),
		failedPagesField(name, FAILED_PAGES),
		...downloadFields,
		optionsField([...startOptions, ...waitOptions(name), failOnPageErrorField]),
	],
	simplifies: true,
	output: pageItem,
	maxParallel: MAX_PARALLEL_JOBS,
	input: startValues.extend({
		...jobWaitValues,
		...pageOutputValues,
		...failedPagesValue(FAILED_PAGES),
	}),
	conflicts: (values) => startConflicts(values),
	batchKey: (values) => batchKey(values),
	toRequest: (values, batch) => {
		const { failedPages: _failed, ...rest } = withoutPageOutput(withoutJobWait(values));
		return toStartRequest(rest, batch);
	},
	execute: (request, session, values) => runBatch(request, session, followSettings(values)),
	toParts: (answer, { simplify }, values, batch) => runParts(answer, simplify, values, batch),
	notices: (answer, values, nowMs, batch) => runNotices(answer, values, nowMs, batch),
});
