import {
	closedObject,
	flag,
	integer,
	integration,
	list,
	oneOfWords,
	openObject,
	text,
	textOf,
	texts,
	uuid,
} from './parts';
import { auditMetadata, threatProtection } from './scrape';
import { compileCheck } from './validate';
import { agentEvents, webhookFor, type AgentEvent, type Webhook } from './webhook';

export interface AgentBody {
	prompt: string;
	urls?: string[];
	schema?: Record<string, unknown>;
	maxCredits?: number;
	strictConstrainToURLs?: boolean;
	effort?: 'low' | 'medium' | 'high';
	threatProtection?: { blacklist?: string[] };
	origin?: string;
	integration?: string;
	threadId?: string;
	mode?: 'extract' | 'chat';
	webhook?: string | Webhook<AgentEvent>;
	[more: string]: unknown;
}

const url = { type: 'string', pattern: '^https?://[^\\s/]+' };

const webhook = {
	if: { type: 'string' },
	then: url,
	else: webhookFor(agentEvents, url),
};

const exchange = closedObject({
	enabled: flag,
	toolkits: list(text, { maxItems: 5 }),
	maxCalls: integer(0),
	requireApproval: flag,
	approve: closedObject({ approvalId: text, callIds: texts, always: flag }, ['approvalId']),
	decline: closedObject({ approvalId: text }, ['approvalId']),
	onTermsRequired: oneOfWords('skip', 'ask'),
});

export const checkAgentBody = compileCheck(
	closedObject(
		{
			prompt: textOf(0, 10_000),
			urls: list(url),
			schema: openObject,
			maxCredits: { type: 'number', minimum: 0 },
			strictConstrainToURLs: flag,
			model: oneOfWords('spark-2', 'spark-1-pro', 'spark-1-mini'),
			effort: oneOfWords('low', 'medium', 'high'),
			webhook,
			auditMetadata,
			threatProtection,
			origin: text,
			integration,
			threadId: uuid,
			mode: oneOfWords('extract', 'chat'),
			exchange,
		},
		['prompt'],
	),
);
