import { z } from 'zod';
import { openObject } from '../schema/output';

export const creditUsage = openObject({
	remainingCredits: z.number(),
	planCredits: z.number(),
	billingPeriodStart: z.string().nullable(),
	billingPeriodEnd: z.string().nullable(),
});

export const creditPeriod = openObject({
	startDate: z.string().nullable(),
	endDate: z.string().nullable(),
	apiKey: z.string().nullable().describe('Name of the API key'),
	creditsUsed: z.number(),
});

export const queueStatus = openObject({
	jobsInQueue: z.number().int(),
	activeJobsInQueue: z.number().int(),
	waitingJobsInQueue: z.number().int(),
	maxConcurrency: z.number().int(),
	mostRecentSuccess: z.string().nullable(),
});

export const concurrency = openObject({
	concurrency: z.number().int(),
	maxConcurrency: z.number().int(),
});

export const activityEntry = openObject({
	id: z.string(),
	endpoint: z.string(),
	target: z.string().nullable().describe('URL or text of the request'),
	created_at: z.string(),
	api_version: z.string(),
});
