import { failure, refuse } from '../answer';
import { compileCheck } from '../schemas/check';
import { closedObject, oneOfWords, sender, text } from '../schemas/parts';
import { rankedBy } from '../web/sitePages';
import { endpoint, type ApiRequest } from './endpoint';

interface Paper {
	paperId: string;
	primaryId: string;
	title: string;
	abstract: string;
	authors: string;
	categories: string[];
	createdDate: string;
}

const paper = (
	[paperId, primaryId, title]: [string, string, string],
	[authors, categories, createdDate]: [string, string[], string],
	abstract: string,
): Paper => ({ paperId, primaryId, title, abstract, authors, categories, createdDate });

/** The paper IDs of the second and the third paper are those of the public documentation. */
const papers: readonly Paper[] = [
	paper(
		['7306502148835201944', 'arxiv:1706.03762', 'Attention Is All You Need'],
		['Ashish Vaswani, Noam Shazeer', ['cs.CL', 'cs.LG'], 'Mon, 12 Jun 2017 17:57:34 GMT'],
		'A model for sequences that uses only attention, without recurrence.',
	),
	paper(
		['482107036680302043', 'arxiv:2006.11239', 'Denoising Diffusion Probabilistic Models'],
		['Jonathan Ho, Ajay Jain', ['cs.LG', 'stat.ML'], 'Fri, 19 Jun 2020 17:24:44 GMT'],
		'A diffusion model that creates images of high quality by removing noise.',
	),
	paper(
		['2014215642691656232', 'arxiv:2105.05233', 'Diffusion Models Beat GANs on Image Synthesis'],
		['Prafulla Dhariwal, Alexander Nichol', ['cs.LG'], 'Wed, 11 May 2021 18:01:01 GMT'],
		'Images of a diffusion model have a higher quality than those of other models.',
	),
	paper(
		['5120937781264409871', 'doi:10.1038/nature14539', 'Deep learning'],
		['Yann LeCun, Yoshua Bengio', [], 'Wed, 27 May 2015 00:00:00 GMT'],
		'A review of models with several layers, and of what they learn from images and text.',
	),
];

const DEFAULT_COUNT = 40;

const filled = { type: 'string', minLength: 1 };
const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const countTo500 = { type: 'string', pattern: '^([1-9]\\d?|[1-4]\\d\\d|500)$' };
const countTo50 = { type: 'string', pattern: '^([1-9]|[1-4]\\d|50)$' };

const checkSearch = compileCheck(
	closedObject(
		{
			...{ query: filled, k: countTo500, authors: text, categories: text, from: date, to: date },
			...sender,
		},
		['query'],
	),
);

const checkPaper = compileCheck({
	...closedObject({ query: filled, k: countTo50, ...sender }),
	dependencies: { k: ['query'] },
});

const checkSimilar = compileCheck(
	closedObject(
		{
			intent: filled,
			mode: oneOfWords('similar', 'citers', 'references'),
			k: countTo500,
			rerank: oneOfWords('true', 'false'),
			anchor: filled,
			...sender,
		},
		['intent'],
	),
);

function queryOf({ url }: ApiRequest, check: ReturnType<typeof compileCheck>) {
	const query: Record<string, string | undefined> = Object.fromEntries(url.searchParams);
	refuse(check(query));
	return query;
}

const idsOf = ({ primaryId }: Paper) => {
	const [, namespace = '', id] = /^(\w+):(.*)$/.exec(primaryId) ?? [];
	return { [namespace]: [id] };
};

const resultOf = (paper: Paper, score: number) => {
	const { paperId, primaryId, title, abstract } = paper;
	return { paperId, primaryId, ids: idsOf(paper), title, abstract, score };
};

const rankedPapers = (query: string, all: readonly Paper[]) =>
	rankedBy(query, all, ({ title, abstract }) => `${title} ${abstract}`).filter(
		({ score }) => score > 0,
	);

export const papersAbout = (query: string) =>
	rankedPapers(query, papers).map(({ item, score }) => resultOf(item, score));

/** The authors and the dates have no effect. */
const searchPapers = endpoint('GET /v2/search/research/papers', (request) => {
	const { query = '', k, categories } = queryOf(request, checkSearch);
	const wanted = categories?.split(',') ?? [];
	const results = rankedPapers(query, papers)
		.filter(({ item }) => wanted.every((name) => item.categories.includes(name)))
		.slice(0, Number(k ?? DEFAULT_COUNT))
		.map(({ item, score }) => resultOf(item, score));
	return { results };
});

function paperOf({ id }: ApiRequest): Paper {
	const wanted = decodeURIComponent(id);
	const paper = papers.find(({ paperId, primaryId }) => [paperId, primaryId].includes(wanted));
	if (paper === undefined) throw failure(404, 'Paper not found');
	return paper;
}

const getPaper = endpoint('GET /v2/search/research/papers/:id', (request) => {
	const { query, k = '4' } = queryOf(request, checkPaper);
	const { primaryId: _primaryId, ...paper } = paperOf(request);
	const answer = { paper: { ...paper, ids: idsOf(paperOf(request)) } };
	const passages = [{ text: paper.abstract, score: 0.5 }].slice(0, Number(k));
	return query === undefined ? answer : { ...answer, paperId: paper.paperId, query, passages };
});

/** The mode has no effect. */
const similarPapers = endpoint('GET /v2/search/research/papers/:id/similar', (request) => {
	const { intent = '', k } = queryOf(request, checkSimilar);
	const seed = paperOf(request);
	const others = papers.filter((paper) => paper !== seed);
	const pool = rankedPapers(intent, others);
	const results = pool.slice(0, Number(k ?? DEFAULT_COUNT)).map(({ item, score }) => ({
		...resultOf(item, score),
		signals: { structural: 1, semantic: score / 10, articleRank: 0.001, seedOverlap: 1 },
	}));
	return { results, poolSize: pool.length };
});

export const paperEndpoints = [searchPapers, getPaper, similarPapers];
