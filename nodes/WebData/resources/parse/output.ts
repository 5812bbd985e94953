import { z } from 'zod';
import type { Failure } from '../../errors/row';
import { openObject } from '../../operation/body';
import { dataOf, type JsonObject, omitUndefined } from '../../json/json';
import { type Notice, noticesOf, type OutputPart } from '../../operation/output';
import { hasEmptyMarkdown, type PageContext, pageNotices } from '../../page/notices';
import { simplifiedPage, simplifyPage } from '../../page/output';
import type { ParsedFile } from './files';

const parsedContent = simplifiedPage.pick({
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
});

export const parsedFile = openObject({
	fileName: z.string().describe('File name'),
	failed: z.boolean().describe('True for a file that could not be parsed'),
	code: z.string().describe('Error code from the service, for example, SCRAPE_TIMEOUT'),
	message: z.string(),
}).merge(parsedContent);

interface ParseOutput {
	failedFiles: 'fail' | 'items';
	simplify: boolean;
}

/** The files that were parsed cost credits, so a failed file becomes an error only if the user wants it, or if all failed. */
const failedFilePart = (
	file: string,
	failure: Failure,
	{ failedFiles }: ParseOutput,
	parsedCount: number,
): OutputPart => {
	if (parsedCount === 0) return { failure };
	if (failedFiles === 'items') {
		const { code, message, serviceMessage = message } = failure;
		return {
			json: omitUndefined({ fileName: file, failed: true, code, message: serviceMessage }),
		};
	}
	const others = `${parsedCount} other ${parsedCount === 1 ? 'file was' : 'files were'} parsed`;
	const remedy = `${failure.remedy} ${others}. To get an item instead of an error for each failed file, select 'Output as Items' in {failedFiles}.`;
	return { failure: { ...failure, remedy } };
};

export function toParseParts(all: readonly ParsedFile[], output: ParseOutput): OutputPart[] {
	const parsedCount = all.filter((parsed) => 'answer' in parsed).length;
	return all.map((parsed) => {
		const { file } = parsed;
		if ('failure' in parsed) return failedFilePart(file, parsed.failure, output, parsedCount);
		const { answer: response } = parsed;
		return output.simplify
			? { json: { fileName: file, ...simplifyPage(dataOf(response), response.scrape_id) } }
			: { json: response };
	});
}

/** Kinds of page notices that do not apply to files. */
const aboutPages: ReadonlySet<string> = new Set(['emptyMarkdown', 'pageStatus', 'redirected']);

const emptyText = (page: JsonObject): Notice | false =>
	hasEmptyMarkdown(page) && {
		kind: 'emptyMarkdown',
		text: 'The Markdown of the file is empty',
		advice:
			"If the file is a scan, set the mode in 'Options > PDF: Parsers' to 'OCR'. Otherwise, turn off 'Options > Content: Only Main Content'",
		warns: true,
	};

export const parseNotices = (all: readonly ParsedFile[], context: PageContext): Notice[] =>
	all.flatMap((parsed) => {
		if ('failure' in parsed) return [];
		const page = dataOf(parsed.answer);
		const ofPage = pageNotices(page, context);
		return noticesOf(
			emptyText(page),
			ofPage.filter(({ kind }) => !aboutPages.has(kind)),
		);
	});

export const skippedNotices = (names: readonly string[]): Notice[] =>
	names.map((name) => ({
		kind: 'skippedFile',
		text: `The file '${name}' was skipped, because the service does not parse this file type`,
		warns: true,
	}));
