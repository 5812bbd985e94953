import { z } from 'zod';
import { auditMetadata, threatProtection } from '../scrape/scrapeRequest';
import { jsonSchema } from '../schema/jsonSchema';
import { pageUrl } from '../schema/url';
import {
	idInPath,
	integration,
	nonBlank,
	textUpTo,
	uuidInPath,
	wholeNumber,
} from '../schema/values';
import { webhookSchema } from '../schema/webhook';

export const agentEvents = ['started', 'action', 'completed', 'failed', 'cancelled'] as const;

/** The specification does not show this object, so unknown fields are sent as they are. */
const exchange = z
	.object({
		enabled: z.boolean().optional(),
		toolkits: z.array(z.string().min(1)).max(5).optional(),
		maxCalls: wholeNumber.min(1).max(30).optional(),
		requireApproval: z.boolean().optional(),
		onTermsRequired: z.enum(['skip', 'ask']).optional(),
	})
	.passthrough();

/** A text field in the form, so that an empty field means the limit of the service. */
const maxCredits = z.preprocess(
	(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
	z.number({ message: 'must be a number' }).min(1),
);

/**
 * The body of the request that starts a run. The specification leaves the fields open; these are the fields of the live
 * API.
 */
export const agentRequest = z
	.object({
		prompt: textUpTo(10_000),
		urls: z.array(pageUrl).optional(),
		schema: jsonSchema.optional(),
		maxCredits: maxCredits.optional(),
		strictConstrainToURLs: z.boolean().optional(),
		model: z.enum(['spark-1-mini', 'spark-1-pro', 'spark-2']).optional(),
		effort: z.enum(['low', 'medium', 'high']).optional(),
		webhook: webhookSchema(agentEvents).optional(),
		auditMetadata: auditMetadata.optional(),
		threatProtection: threatProtection.optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
		threadId: z.string().uuid('must be a UUID').optional(),
		mode: z.enum(['extract', 'chat']).optional(),
		exchange: exchange.optional(),
	})
	.strict();

/** Specification: Agent errors, `Invalid job ID format. Job ID must be a valid UUID.` */
export const jobId = uuidInPath('an agent run', 'agent');

/** Specification: Agent errors, `Invalid snapshot ID`. */
export const snapshotId = idInPath('a snapshot', 'snapshots');
