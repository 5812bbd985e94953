import { z } from 'zod';
import { isObject, type JsonObject, objectsIn, omitUndefined } from '../../json/json';
import {
	defineOperation,
	defineResource,
	noticesOf,
	openObject,
	type Output,
} from '../../operation/operation';
import { nestedConflicts, toolDetailHints, withFormats } from '../../page/values';
import {
	DEFAULT_PAPERS,
	getPaperForm,
	placeSettings,
	resultOptions,
	searchForm,
	searchPapersForm,
	similarPapersForm,
	type SearchValues,
	type TimeRange,
	toTbs,
} from './form';
import { paper, searchNotices, searchResult, toSearchParts } from './output';
import { DEFAULT_SEARCH_LIMIT, paperRoutes, searchRoute } from './service';

/** Replaces the time fields with `tbs`. The parts that they do not set come from `whole`, a `tbs` of the whole search. */
const withTbs = <Values extends TimeRange>(
	{ dateRange, sortByDate, tbs, ...rest }: Values,
	whole?: string,
) => ({ ...rest, tbs: toTbs({ dateRange, sortByDate, tbs }, whole) });

function placed({ sources, ...values }: SearchValues) {
	const whole = withTbs(values);
	return placeSettings(
		whole,
		sources?.map((source) => withTbs(source, whole.tbs)),
	);
}

/** `dateRange` and `tbs` both set the time range. */
const timeConflicts = ({ tbs, dateRange }: TimeRange, path: (string | number)[]) =>
	tbs !== undefined && dateRange !== undefined
		? [{ path: [...path, 'tbs'], message: 'cannot be combined with {dateRange}' }]
		: [];

const nestedOptions = ({ scrapeResults, scrapeOptions }: SearchValues): JsonObject | undefined =>
	scrapeResults ? withFormats(scrapeOptions ?? {}) : undefined;

const search = defineOperation({
	action: 'Search web',
	description: 'Find web pages, news, or images, and optionally scrape the results',
	toolDescription:
		"Searches the web and returns the best results, each with title, URL, and a short description. Use this tool to find pages when you do not know their URL. If you need the whole page, read the result's URL with a scraping tool. Costs credits, so do not repeat a search with the same words.",
	toolDefaults: { limit: 5 },
	costs: true,
	form: searchForm,
	simplifies: true,
	output: searchResult,
	conflicts(values) {
		const { includeDomains, excludeDomains, sources = [], scrapeOptions = {} } = values;
		return [
			...(includeDomains !== undefined && excludeDomains !== undefined
				? [{ path: ['includeDomains'], message: 'cannot be combined with {excludeDomains}' }]
				: []),
			...timeConflicts(values, []),
			...sources.flatMap((source, index) => timeConflicts(source, ['sources', index])),
			...nestedConflicts(scrapeOptions, resultOptions),
			...toolDetailHints(values),
		];
	},
	toRequest(values) {
		const fields = withTbs(searchForm.sent(values));
		const { settings, sources } = placed(values);
		const limit = fields.limit === DEFAULT_SEARCH_LIMIT ? undefined : fields.limit;
		const scrapeOptions = nestedOptions(values);
		return {
			route: searchRoute,
			body: omitUndefined({ ...fields, ...settings, limit, sources, scrapeOptions }),
		};
	},
	toOutput: (answer, context) => ({
		parts: toSearchParts(answer, context),
		notices: searchNotices(answer, context),
	}),
});

/** The service expects the entries of a list with commas between them. */
const toQuery = (values: JsonObject): Record<string, string> =>
	Object.fromEntries(
		Object.entries(omitUndefined(values)).map(([name, value]) => [name, String(value)]),
	);

const countOf = (k?: number) => (k === DEFAULT_PAPERS ? undefined : k);

const toPapers = ({ results, note }: JsonObject): Output => {
	const papers = objectsIn(results);
	return {
		parts: papers.map((json) => ({ json })),
		notices: noticesOf(
			papers.length === 0 && {
				text: 'The index contains no matching papers',
				advice: 'Change {query}, or remove filters from the options',
				forModels: true,
			},
			typeof note === 'string' && { kind: 'note', text: `Note from the service: ${note}` },
		),
	};
};

const searchPapers = defineOperation({
	action: 'Search papers',
	description:
		'Find research papers about a topic, best match first. Not yet tested with the public service.',
	toolDescription:
		'Searches the abstracts of research papers, such as those on arXiv and PubMed, and returns the best matches, each with its paper ID, title, and abstract. Use this tool to find scientific papers. Needs a plain-language description of the topic.',
	toolDefaults: { k: 10 },
	form: searchPapersForm,
	output: paper,
	conflicts: ({ from = '', to }) =>
		to !== undefined && from > to ? [{ path: ['from'], message: 'must not be after {to}' }] : [],
	toRequest: (values) => ({
		route: paperRoutes.search,
		query: toQuery({ ...values, k: countOf(values.k) }),
	}),
	toOutput: toPapers,
});

const getPaper = defineOperation({
	action: 'Get paper',
	description:
		'Return the title, abstract, and authors of a research paper, and passages that answer a question. Not yet tested with the public service.',
	toolDescription:
		'Gets the title, abstract, authors, and categories of one research paper. Needs the paper ID, such as arxiv:1706.03762, from a paper search. With a question, also returns the passages of the full text that best match the question.',
	form: getPaperForm,
	output: openObject({
		...paper.omit({ primaryId: true, score: true }).shape,
		authors: z.string().describe('Names, separated by commas'),
		categories: z.array(z.string()),
		createdDate: z.string(),
		updateDate: z.string(),
		passages: z.array(openObject({ text: z.string(), score: z.number() })),
	}),
	conflicts: ({ query, k }) =>
		query === undefined && k !== undefined
			? [{ path: ['k'], message: 'requires a value in {query}' }]
			: [],
	toRequest: ({ paperId, ...values }) => ({
		route: values.query === undefined ? paperRoutes.get : paperRoutes.passages,
		ids: [paperId],
		query: toQuery(values),
	}),
	toOutput: ({ paper: facts, passages }) => ({
		parts: [{ json: omitUndefined({ ...(isObject(facts) && facts), passages }) }],
	}),
});

const getSimilarPapers = defineOperation({
	action: 'Get similar papers',
	description:
		'Find papers that are similar to a paper, cite it, or are cited by it. Not yet tested with the public service.',
	toolDescription:
		'Finds research papers that are related to one paper, each with its paper ID, title, and abstract. Use this tool after a paper search, to find more papers like a good result. Needs the paper ID, such as arxiv:1706.03762, and a plain-language description of the papers to find.',
	toolDefaults: { k: 10 },
	form: similarPapersForm,
	output: openObject({
		...paper.shape,
		signals: openObject({
			structural: z.number(),
			semantic: z.number(),
			articleRank: z.number(),
			seedOverlap: z
				.number()
				.int()
				.describe('Number of given papers to which the paper is related'),
		}),
	}),
	toRequest: ({ paperId, ...values }) => ({
		route: paperRoutes.similar,
		ids: [paperId],
		query: toQuery({ ...values, k: countOf(values.k) }),
	}),
	toOutput: toPapers,
});

export const searchResource = defineResource({
	value: 'search',
	description: 'Web search and research papers',
	operations: { search, searchPapers, getPaper, getSimilarPapers },
});
