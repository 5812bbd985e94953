import type { OperationCase, ResourceCases } from './operationCase';

const read = (
	path: string,
	output: readonly string[],
	sample: object,
	rest: Partial<OperationCase> = {},
): OperationCase => ({
	parameters: () => ({}),
	request: `GET ${path}`,
	repeat: 'read',
	output,
	samples: [sample],
	...rest,
});

export const account: ResourceCases = {
	getCreditUsage: read('/v2/team/credit-usage', ['remainingCredits', 'planCredits'], {
		remainingCredits: 1,
		planCredits: 1,
		billingPeriodStart: 'a',
		billingPeriodEnd: 'a',
	}),
	getCreditHistory: read(
		'/v2/team/credit-usage/historical',
		['startDate', 'endDate', 'creditsUsed'],
		{ startDate: 'a', endDate: 'a', creditsUsed: 1, apiKey: 'a' },
	),
	getQueueStatus: read('/v2/team/queue-status', ['jobsInQueue', 'maxConcurrency'], {
		jobsInQueue: 1,
		activeJobsInQueue: 1,
		waitingJobsInQueue: 1,
		maxConcurrency: 1,
		mostRecentSuccess: 'a',
	}),
	getConcurrency: read(
		'/v2/concurrency-check',
		['concurrency', 'maxConcurrency'],
		{ concurrency: 1, maxConcurrency: 1 },
		{ route: 'concurrency' },
	),
	getActivity: read(
		'/v2/team/activity*',
		['id', 'endpoint', 'created_at'],
		{ id: 'a', endpoint: 'a', api_version: 'a', created_at: 'a', target: 'a' },
		{ parameters: () => ({ limit: 1 }), needs: 'scrape' },
	),
};
