import { specifiedPage, undocumentedPage } from '../spec/answers';

const anyFields = { '*': true };

const { tools: _unspecified, ...describedPage } = specifiedPage;

export const pageSamples: readonly unknown[] = [
	describedPage,
	undocumentedPage,
	{
		json: anyFields,
		product: { variants: [{ values: anyFields }] },
		tools: [{ next: { options: anyFields } }],
	},
];

/** The pages of a crawl or batch scrape. */
export const jobPageSamples = [...pageSamples, { jobId: 'a' }];

export const pageResponses = pageSamples.map((data) => ({ success: true, data }));

export const failedPagesSample = { errors: [anyFields], robotsBlocked: ['a'], jobId: 'a' };

export const jobStatusSample = {
	...{ success: true, status: 'completed', jobId: 'a', completed: 1, total: 1, creditsUsed: 1 },
	...{ expiresAt: 'a', createdAt: 'a', completedAt: 'a', duration: 1, warning: 'a', next: 'a' },
};

export const cancelSample = {
	...{ success: true, status: 'cancelled', jobId: 'a', outcome: 'a', message: 'a' },
};

export { anyFields };
