import { z } from 'zod';
import { ServiceError } from '../../client/client';
import { defineRoute } from '../../client/request';
import { dataOf, omitUndefined } from '../../json/json';
import {
	defineOperation,
	defineResource,
	type Notice,
	noticesOf,
	openObject,
	type OutputPart,
} from '../../operation/operation';
import { hasEmptyMarkdown, type PageContext, pageNotices } from '../../page/notices';
import { scrapeTimeoutMs } from '../../page/options';
import { simplifiedPage, simplifyPage } from '../../page/output';
import { pagesPrice } from '../../page/price';
import { requestedOptions, scrapeOptionConflicts, toScrapeOptions } from '../../page/values';
import { parseRows } from './errors';
import { fileIssues, type ParsedFile, parseFiles, toFileParts } from './files';
import { parseForm } from './form';

/**
 * Returns one part per file. The files that were parsed cost credits, so a failed file becomes an error only if the user
 * wants it, or if all failed.
 */
function toParseParts(
	all: readonly ParsedFile[],
	{ failedFiles, simplify }: { failedFiles: 'fail' | 'items'; simplify: boolean },
): OutputPart[] {
	const parsedCount = all.filter(({ answer }) => !(answer instanceof ServiceError)).length;
	const others = `${parsedCount} other ${parsedCount === 1 ? 'file was' : 'files were'} parsed`;
	return all.map(({ file, answer }): OutputPart => {
		if (!(answer instanceof ServiceError)) {
			return simplify
				? { json: { fileName: file, ...simplifyPage(dataOf(answer), answer.scrape_id) } }
				: { json: answer };
		}
		const { failure } = answer;
		if (parsedCount === 0) return { error: answer };
		if (failedFiles === 'items') {
			const { code, message, serviceMessage = message } = failure;
			return {
				json: omitUndefined({ fileName: file, failed: true, code, message: serviceMessage }),
			};
		}
		const remedy = [
			failure.remedy,
			`${others}.`,
			"To get an item instead of an error for each failed file, select 'Output as Items' in {failedFiles}.",
		].flat();
		return { error: answer.with({ ...failure, remedy }) };
	});
}

/** Kinds of page notices that do not apply to files. */
const aboutPages: ReadonlySet<string | undefined> = new Set([
	'emptyMarkdown',
	'pageStatus',
	'redirected',
]);

const parseNotices = (all: readonly ParsedFile[], context: PageContext): Notice[] =>
	all.flatMap(({ answer }) => {
		if (answer instanceof ServiceError) return [];
		const page = dataOf(answer);
		const ofPage = pageNotices(page, context);
		return noticesOf(
			hasEmptyMarkdown(page) && {
				text: 'The Markdown of the file is empty',
				advice:
					"If the file is a scan, set 'Mode' in 'Options > PDF: Parsers (OCR)' to 'OCR'. Otherwise, turn off 'Options > Content: Only Main Content'",
				warns: true,
			},
			ofPage.filter(({ kind }) => !aboutPages.has(kind)),
		);
	});

export const parseRoute = defineRoute('POST', 'parse', {
	// The service counts parsed files as scrapes.
	rateClass: 'scrape',
	usesBrowser: true,
	idempotency: 'repeatable',
	errors: Object.values(parseRows),
	credits: ['data', 'metadata', 'creditsUsed'],
	price: ({ body = {}, files = [] }) =>
		pagesPrice(
			files.map(({ fileName }) => fileName),
			body,
		),
	dataField: 'data',
	serviceTimeoutMs: scrapeTimeoutMs,
});

const parse = defineOperation({
	action: 'Parse file',
	description: 'Get the content of a binary file as Markdown, JSON, or another format',
	toolDescription:
		'Reads a file that the workflow passes to this tool, such as a PDF or Word document, and returns its content as Markdown. Costs 1 credit for each file, or for each page of a PDF.',
	costs: true,
	form: parseForm,
	// The node replaces the names in this field with the files.
	inputFiles: 'inputBinaryField',
	conflicts: (values) => [...fileIssues(values), ...scrapeOptionConflicts(values)],
	toRequest: (values) => ({
		route: parseRoute,
		body: toScrapeOptions(parseForm.sent(values)),
		files: toFileParts(values.inputBinaryField.files),
	}),
	execute: (request, client, { own }) => parseFiles(request, client, own),
	simplifies: true,
	output: openObject({
		fileName: z.string().describe('File name'),
		failed: z.boolean().describe('True for a file that could not be parsed'),
		code: z.string().describe('Error code from the service, for example, SCRAPE_TIMEOUT'),
		message: z.string(),
	}).merge(
		simplifiedPage.pick({
			markdown: true,
			summary: true,
			json: true,
			answer: true,
			highlights: true,
			product: true,
			menu: true,
			links: true,
			images: true,
			attributes: true,
			html: true,
			rawHtml: true,
			metadata: true,
			warning: true,
			pages: true,
			blocks: true,
		}),
	),
	toOutput: ({ parsed, skipped }, { simplify, sent, own, nowMs }) => ({
		parts: toParseParts(parsed, { failedFiles: own.failedFiles, simplify }),
		notices: [
			...skipped.map((name) => ({
				kind: 'skippedFile',
				text: `The file '${name}' was skipped, because the service does not parse this file type`,
				warns: true,
			})),
			...parseNotices(parsed, { scrapeOptions: requestedOptions(sent), own: {}, nowMs }),
		],
	}),
});

export const parseResource = defineResource({
	value: 'parse',
	description: 'Content of files',
	operations: { parse },
});
