import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { interactRows } from '../../nodes/WebData/resources/scrape/service';
import { interactAnswer } from '../spec/answers';
import type { Existing, ResourceCases } from './operationCase';
import { pageResponses } from './samples';

const scrapeId = ({ scrapeId: id }: Existing) => ({ scrapeId: id });

export const scrape: ResourceCases = {
	scrape: {
		parameters: ({ page }) => ({ url: page }),
		...{ request: 'POST /v2/scrape', repeat: 'paidAgain', credits: 1 },
		executions: ({ charged }) => charged,
		output: ['data.markdown', 'data.metadata'],
		samples: pageResponses,
		rows: pageRows,
	},
	get: {
		parameters: scrapeId,
		...{ request: 'GET /v2/scrape/{scrapeId}', repeat: 'read', needs: 'scrape' },
		output: ['data.markdown', 'data.metadata'],
		samples: pageResponses,
		route: 'storedScrape',
		rows: pageRows,
	},
	interact: {
		parameters: ({ scrapeId: id }) => ({
			scrapeId: id,
			interactWith: 'code',
			code: 'console.log(await page.title())',
		}),
		...{ request: 'POST /v2/scrape/{scrapeId}/interact', repeat: 'never', needs: 'scrape' },
		/** Each full or partial minute of a session costs 2 credits without a prompt, or 7 credits with a prompt. */
		credits: 2,
		output: ['success', 'stdout', 'exitCode'],
		samples: [interactAnswer],
		route: 'interact',
		rows: interactRows,
	},
	stopInteract: {
		parameters: scrapeId,
		...{ request: 'DELETE /v2/scrape/{scrapeId}/interact', repeat: 'ends', needs: 'session' },
		credits: 2,
		/** The scrape costs 1 credit. The service charges for the minutes of the session when the session ends. */
		executions: ({ charged }) => (charged > 1 ? 1 : 0),
		output: ['success'],
		samples: [
			{
				...{ success: true, outcome: 'stopped', sessionDurationMs: 1, creditsBilled: 1 },
				cleanupQueued: false,
			},
		],
		route: 'stopInteract',
	},
};
