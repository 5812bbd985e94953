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

/** Settings for paid catalog tools. The node also sends fields of `exchange` that are not listed here. */
const exchange = z
	.object({
		enabled: z.boolean().optional(),
		toolkits: z.array(z.string().min(1)).max(5).optional(),
		maxCalls: wholeNumber.min(1).max(30).optional(),
		requireApproval: z.boolean().optional(),
		onTermsRequired: z.enum(['skip', 'ask']).optional(),
	})
	.passthrough();

const maxCredits = z.preprocess(
	(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
	z.number({ message: 'must be a number' }).finite('must be a finite number').min(1),
);

/** The service rejects a schema that names a newer dialect than draft 7, although it can use the schema. */
const outputSchema = jsonSchema.transform(({ $schema: _dialect, ...schema }) => schema);

/**
 * Body of a start request. The specification does not document these fields. The fields were observed in the live API.
 */
export const agentRequest = z
	.object({
		prompt: textUpTo(10_000),
		urls: z.array(pageUrl).optional(),
		schema: outputSchema.optional(),
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

/** The service rejects job IDs that are not UUIDs (specification, "Agent errors"). */
export const jobId = uuidInPath('an agent run', 'agent');

export const snapshotId = idInPath('a snapshot', 'snapshots');
