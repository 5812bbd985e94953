import type { INodeParameters } from 'n8n-workflow';
import { caseOf, cases, type NamedCase } from '../cases';
import { scrapeFieldRows, type FieldRow } from '../spec/scrapeFields';

export interface ConformanceCase extends NamedCase {
	/** What the case sends, if there are several cases of the operation. */
	input: string;
	/** The case needs a PDF instead of a page in HTML. */
	needsPdf?: boolean;
}

const responseFields: Record<string, string> = {
	question: 'answer',
	query: 'answer',
	deterministicJson: 'json',
};

/** Returns the fields of the page that the formats of the row request. */
function requestedFields({ sent }: FieldRow): string[] {
	const formats = (sent.formats as (string | { type: string })[] | undefined) ?? ['markdown'];
	const names = formats.map((format) => (typeof format === 'string' ? format : format.type));
	return [...names.map((name) => responseFields[name] ?? name), 'metadata'];
}

const extended = (name: string, input: string, form: INodeParameters): ConformanceCase => {
	const { parameters, ...rest } = caseOf(name);
	return { ...rest, input, parameters: (given) => ({ ...parameters(given), ...form }) };
};

/** A page costs 1 credit, or 5 credits with lockdown. A model, a file, and redaction add 4 credits each. */
const MAX_CREDITS_OF_A_PAGE = 9;

const scrapeField = (row: FieldRow): ConformanceCase => ({
	...extended('scrape.scrape', row.field, row.form),
	credits: MAX_CREDITS_OF_A_PAGE,
	output: requestedFields(row).map((name) => `data.${name}`),
	needsPdf: row.table === 'Parsers',
});

const urlsOfWhichOneFails = {
	...extended('batchScrape.run', 'the page twice, and an invalid URL', { failedPages: 'ignore' }),
	parameters: ({ page }) => ({ urls: [page, page, 'http://localhost/'], failedPages: 'ignore' }),
} satisfies ConformanceCase;

export const conformanceCases: readonly ConformanceCase[] = [
	...cases.map((each) => ({ ...each, input: '' })),
	{
		...extended('search.search', 'a query, with the pages of the results', { scrapeResults: true }),
		credits: 4,
	},
	urlsOfWhichOneFails,
	...scrapeFieldRows.map(scrapeField),
];
