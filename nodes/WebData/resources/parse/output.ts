import { joinRemedies } from '../../errors/row';
import { dataOf, omitUndefined } from '../../json/json';
import { type Notice, noticesOf, type OutputPart } from '../../operation/operation';
import { hasEmptyMarkdown, type PageContext, pageNotices } from '../../page/notices';
import { simplifyPage } from '../../page/output';
import type { ParsedFile } from './files';

/**
 * Returns one part per file. The files that were parsed cost credits, so a failed file becomes an error only if the user
 * wants it, or if all failed.
 */
export function toParseParts(
	all: readonly ParsedFile[],
	{ failedFiles, simplify }: { failedFiles: 'fail' | 'items'; simplify: boolean },
): OutputPart[] {
	const parsedCount = all.filter((parsed) => 'answer' in parsed).length;
	const others = `${parsedCount} other ${parsedCount === 1 ? 'file was' : 'files were'} parsed`;
	return all.map((parsed): OutputPart => {
		const { file } = parsed;
		if ('answer' in parsed) {
			const { answer } = parsed;
			return simplify
				? { json: { fileName: file, ...simplifyPage(dataOf(answer), answer.scrape_id) } }
				: { json: answer };
		}
		const { failure } = parsed;
		if (parsedCount === 0) return { failure };
		if (failedFiles === 'items') {
			const { code, message, serviceMessage = message } = failure;
			return {
				json: omitUndefined({ fileName: file, failed: true, code, message: serviceMessage }),
			};
		}
		const remedy = joinRemedies(
			failure.remedy,
			`${others}.`,
			"To get an item instead of an error for each failed file, select 'Output as Items' in {failedFiles}.",
		);
		return { failure: { ...failure, remedy } };
	});
}

/** Kinds of page notices that do not apply to files. */
const aboutPages: ReadonlySet<string> = new Set(['emptyMarkdown', 'pageStatus', 'redirected']);

export const parseNotices = (all: readonly ParsedFile[], context: PageContext): Notice[] =>
	all.flatMap((parsed) => {
		if ('failure' in parsed) return [];
		const page = dataOf(parsed.answer);
		const ofPage = pageNotices(page, context);
		return noticesOf(
			hasEmptyMarkdown(page) && {
				kind: 'emptyMarkdown',
				text: 'The Markdown of the file is empty',
				advice:
					"If the file is a scan, set 'Mode' in 'Options > PDF: Parsers (OCR)' to 'OCR'. Otherwise, turn off 'Options > Content: Only Main Content'",
				warns: true,
			},
			ofPage.filter(({ kind }) => !aboutPages.has(kind)),
		);
	});
