import { z } from 'zod';
import { anything, openObject } from '../schema/output';

const nullableText = z.string().nullable();

const summary = openObject({
	totalPages: z.number().int(),
	same: z.number().int(),
	changed: z.number().int(),
	new: z.number().int(),
	removed: z.number().int(),
	error: z.number().int(),
});

export const monitor = openObject({
	id: z.string(),
	name: z.string(),
	status: z.string().describe('active, paused, or deleted'),
	schedule: openObject({ cron: z.string(), timezone: z.string() }),
	nextRunAt: nullableText,
	lastRunAt: nullableText,
	currentCheckId: nullableText,
	estimatedCreditsPerMonth: z.number().nullable().describe('Upper bound'),
	lastCheckSummary: summary.nullable(),
	goal: nullableText,
	judgeEnabled: z.boolean(),
	targets: z.array(openObject({ id: z.string(), type: z.string() })),
	webhook: openObject({ url: z.string(), events: z.array(z.string()) }).nullable(),
	notification: anything,
	emailRecipientSubscriptions: z.array(
		openObject({ email: z.string(), status: z.string(), source: z.string() }),
	),
	retentionDays: z.number().int(),
	unchangedPagesFree: z.boolean(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const check = openObject({
	id: z.string(),
	monitorId: z.string(),
	status: z.string(),
	trigger: z.string().describe('scheduled or manual'),
	summary,
	actualCredits: z.number().nullable(),
	estimatedCredits: z.number().nullable(),
	reservedCredits: z.number().nullable(),
	billingStatus: z.string(),
	targetResults: z.array(openObject({})).nullable(),
	notificationStatus: openObject({}).nullable(),
	failure: nullableText,
	scheduledFor: nullableText,
	startedAt: nullableText,
	finishedAt: nullableText,
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const checkPage = openObject({
	url: z.string(),
	status: z.string().describe('same, new, changed, removed, or error'),
	judgment: openObject({
		meaningful: z.boolean(),
		confidence: z.string(),
		reason: z.string(),
		meaningfulChanges: z.array(
			openObject({ type: z.string(), before: anything, after: anything, reason: z.string() }),
		),
	}).nullable(),
	diff: openObject({ text: nullableText, json: anything }).nullable(),
	snapshot: openObject({ json: anything }),
	failure: nullableText,
	statusCode: z.number().int().nullable(),
	metadata: anything,
	currentScrapeId: nullableText,
	previousScrapeId: nullableText,
	id: z.string(),
	targetId: z.string(),
	checkId: z.string(),
	monitorId: z.string(),
	createdAt: z.string(),
});
