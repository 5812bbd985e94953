import type { ResourceCases } from './operationCase';
import { ofOtherFormats } from './rows';
import { anyFields } from './samples';

const paper = { paperId: 'a', primaryId: 'a', title: 'a', abstract: 'a', ids: anyFields, score: 1 };

export const search: ResourceCases = {
	search: {
		parameters: () => ({ query: 'lighthouse', limit: 2 }),
		request: 'POST /v2/search',
		repeat: 'paidAgain',
		/** A search costs 2 credits per 10 results, rounded up. */
		credits: 2,
		executions: ({ charged }) => charged / 2,
		output: ['success', 'data', 'creditsUsed', 'id'],
		samples: [{ success: true, data: anyFields, creditsUsed: 2, id: 'a', warning: 'a' }],
		never: ofOtherFormats,
	},
	searchPapers: {
		parameters: () => ({ query: 'diffusion', k: 1 }),
		request: 'GET /v2/search/research/papers*',
		repeat: 'read',
		route: 'paper',
		output: ['paperId', 'primaryId', 'title', 'abstract', 'score'],
		samples: [paper],
	},
	getPaper: {
		parameters: () => ({ paperId: 'arxiv:2105.05233', query: 'Which images are better?' }),
		request: 'GET /v2/search/research/papers/*',
		repeat: 'read',
		route: 'paper',
		output: ['paperId', 'title', 'abstract', 'passages'],
		samples: [
			{
				...{ paperId: 'a', title: 'a', abstract: 'a', ids: anyFields, authors: 'a' },
				...{ categories: ['a'], createdDate: 'a', updateDate: 'a' },
				passages: [{ text: 'a', score: 1 }],
			},
		],
	},
	getSimilarPapers: {
		parameters: () => ({ paperId: 'arxiv:2105.05233', intent: 'diffusion', k: 1 }),
		request: 'GET /v2/search/research/papers/*',
		repeat: 'read',
		route: 'paper',
		output: ['paperId', 'primaryId', 'title', 'abstract', 'score', 'signals'],
		samples: [
			{ ...paper, signals: { structural: 1, semantic: 1, articleRank: 1, seedOverlap: 1 } },
		],
	},
};
