// Agent runs: the body that starts one, and the ids in paths. The fields are the living service's; the specification leaves them open.

import { z } from 'zod';
import { auditMetadata, threatProtection } from '../scrape/scrapeRequest';
import { jsonSchema } from '../schema/jsonSchema';
import { headers, httpUrl, idInPath, integration, uuidInPath, wholeNumber } from '../schema/values';

/** Events that the service can push; `webhook` without a choice means all. */
export const webhookEvents = ['started', 'action', 'completed', 'failed', 'cancelled'] as const;

export const webhook = z
	.object({
		url: httpUrl,
		headers: headers.optional(),
		metadata: z.record(z.string()).optional(),
		events: z.array(z.enum(webhookEvents)).optional(),
	})
	.strict();

/** Open-ended and new: known fields are checked, others pass. */
export const exchange = z
	.object({
		enabled: z.boolean().optional(),
		toolkits: z.array(z.string().min(1)).max(5).optional(),
		maxCalls: wholeNumber.min(1).optional(),
		requireApproval: z.boolean().optional(),
		onTermsRequired: z.enum(['skip', 'ask']).optional(),
	})
	.passthrough();

export const agentModels = ['spark-1-mini', 'spark-1-pro', 'spark-2'] as const;

/** The form's field is a text, so that an empty one can mean the service's own limit. */
const maxCredits = z.preprocess(
	(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
	z.number({ message: 'must be a number' }).min(1),
);

export const agentRequest = z
	.object({
		prompt: z.string().min(1).max(10_000),
		urls: z.array(httpUrl).optional(),
		schema: jsonSchema.optional(),
		maxCredits: maxCredits.optional(),
		strictConstrainToURLs: z.boolean().optional(),
		model: z.enum(agentModels).optional(),
		effort: z.enum(['low', 'medium', 'high']).optional(),
		webhook: webhook.optional(),
		auditMetadata: auditMetadata.optional(),
		threatProtection: threatProtection.optional(),
		origin: z.string().min(1).optional(),
		integration: integration.optional(),
		threadId: z.string().uuid('must be a UUID').optional(),
		mode: z.enum(['extract', 'chat']).optional(),
		exchange: exchange.optional(),
	})
	.strict();

export type AgentRequest = z.infer<typeof agentRequest>;

/** `jobId` in a path; specification: Agent errors, `Invalid job ID format`. */
export const jobId = uuidInPath('agent run', 'agent');

/** `snapshotId` in a path; specification: Agent errors, `Invalid snapshot ID`, which says of it no more than that it can be malformed. */
export const snapshotId = idInPath('snapshot', 'snapshots');
