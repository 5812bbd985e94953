import { z } from 'zod';
import { crawlRequest } from '../crawl/crawlRequest';
import { domain } from '../schema/domain';
import { pageUrl } from '../schema/url';
import { nonBlank, textUpTo, uuidInPath, wholeNumber } from '../schema/values';
import { webhookSchema } from '../schema/webhook';

export const monitorEvents = ['monitor.page', 'monitor.check.completed'] as const;

const CRON_FIELD = '[\\d*,/-]+';
const cronExpression = new RegExp(`^${CRON_FIELD}( ${CRON_FIELD}){4}$`);

export const schedule = z
	.object({
		cron: textUpTo(128)
			.transform((text) => text.trim().replace(/\s+/g, ' '))
			.refine(
				(text) => cronExpression.test(text),
				'must consist of five fields with numbers, *, commas, -, and /, as in 0 9 * * 1-5',
			)
			.optional(),
		text: textUpTo(128).optional(),
		timezone: nonBlank.optional(),
	})
	.strict()
	.superRefine(({ cron, text }, context) => {
		if ((cron === undefined) !== (text === undefined)) return;
		const message = cron === undefined ? 'is required' : 'cannot be combined with a text';
		context.addIssue({ code: 'custom', path: [cron === undefined ? 'text' : 'cron'], message });
	});

/** In an update, a target that is sent with its existing ID keeps its history. */
const targetId = z.string().uuid('must be a UUID').optional();

/** Unknown options are sent unchanged, because the service accepts any option. */
export const targetCrawlOptions = crawlRequest
	.omit({
		url: true,
		prompt: true,
		webhook: true,
		scrapeOptions: true,
		zeroDataRetention: true,
		origin: true,
		integration: true,
	})
	.partial()
	.passthrough();

const openOptions = z.object({}).passthrough();

export const targetsOf = <Options extends z.ZodTypeAny>(scrapeOptions: Options) =>
	z
		.array(
			z.discriminatedUnion('type', [
				z
					.object({
						type: z.literal('scrape'),
						urls: z.array(pageUrl).min(1),
						scrapeOptions: scrapeOptions.optional(),
						id: targetId,
					})
					.strict(),
				z
					.object({
						type: z.literal('crawl'),
						url: pageUrl,
						crawlOptions: targetCrawlOptions.optional(),
						scrapeOptions: scrapeOptions.optional(),
						id: targetId,
					})
					.strict(),
				z
					.object({
						type: z.literal('search'),
						queries: z.array(textUpTo(256)).min(1).max(12),
						searchWindow: z.enum(['5m', '15m', '1h', '6h', '24h', '7d']).optional(),
						maxResults: wholeNumber.min(1).max(50).optional(),
						includeDomains: z.array(domain).max(50).optional(),
						excludeDomains: z.array(domain).max(50).optional(),
						id: targetId,
					})
					.strict(),
			]),
		)
		.min(1)
		.max(50);

const notification = z
	.object({
		email: z
			.object({
				enabled: z.boolean().optional(),
				recipients: z.array(z.string().email('must be an email address')).max(25).optional(),
				includeDiffs: z.boolean().optional(),
			})
			.strict()
			.optional(),
		slack: z
			.object({
				enabled: z.boolean().optional(),
				channelId: textUpTo(64).optional(),
				channelName: textUpTo(128).optional(),
			})
			.strict()
			.refine(({ enabled, channelId }) => enabled !== true || channelId !== undefined, {
				path: ['channelId'],
				message: 'is required if Slack is enabled',
			})
			.optional(),
	})
	.strict();

/**
 * Body of the request that creates a monitor. The specification does not document these fields. The fields were
 * observed in the live API.
 */
export const createMonitorRequest = z
	.object({
		name: textUpTo(256),
		schedule,
		targets: targetsOf(openOptions),
		goal: textUpTo(2000).optional(),
		judgeEnabled: z.boolean().optional(),
		webhook: webhookSchema(monitorEvents).optional(),
		notification: notification.optional(),
		retentionDays: wholeNumber.min(1).max(365).optional(),
		origin: nonBlank.optional(),
	})
	.strict();

export const monitorStatuses = ['active', 'paused'] as const;

/** Body of the request that updates a monitor. A list or an object replaces the whole stored value. */
export const updateMonitorRequest = createMonitorRequest
	.partial()
	.extend({ status: z.enum(monitorStatuses).optional() })
	.strict();

export const monitorId = uuidInPath('a monitor', 'monitor');

export const checkId = uuidInPath('a check', 'checks');

export const pageStatuses = ['same', 'new', 'changed', 'removed', 'error'] as const;

export const checkStatuses = [
	'queued',
	'running',
	'completed',
	'failed',
	'partial',
	'skipped_overlap',
	'skipped_no_credits',
] as const;
