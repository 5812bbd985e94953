import { z } from 'zod';
import { numberIn } from '../../form/coerce';
import { fieldOf } from '../../form/field';
import {
	additionalBodyFields,
	choice,
	collection,
	flag,
	formOf,
	json,
	list,
	returnAll,
	text,
	usage,
	type ValuesOf,
	whole,
} from '../../form/form';
import { CONTAINS_UUID, idPicker, jobIdPicker } from '../../form/ids';
import { jsonSchema, schemaFromExample } from '../../form/jsonSchema';
import { dateTime, idInPath, pageUrl, uuidInPath } from '../../form/values';
import { cancelOnStop, waitFields, waitOptions, webhook } from '../../operation/jobWait';
import { auditMetadata, threatProtection } from '../../page/options';
import { agentJob } from './job';
import { agentRoutes } from './service';
import type { Issue } from '../../json/json';

/** The specification does not document the fields of a task. The fields were read in the public documentation. */
const task = {
	prompt: text('Prompt', 'Task for the agent, up to 10,000 characters', {
		typeOptions: { rows: 4 },
		required: true,
		maxLength: 10_000,
		placeholder: 'e.g. Find the opening hours of the museum',
	}),
	urls: list(
		'URLs',
		'URLs of the pages where the agent starts. If empty, the agent searches the web.',
		{ entry: pageUrl, button: 'Add URL', placeholder: 'e.g. https://example.com' },
	),
	schema: json(
		'Schema',
		'JSON Schema of the result. Without a schema or an example, the agent chooses the structure.',
		{
			ifEmpty: 'error',
			// The service rejects a schema that names a newer dialect than draft 7, although it can use the schema.
			schema: jsonSchema.transform(({ $schema: _dialect, ...schema }) => schema),
			hint: 'e.g. {"type":"object","properties":{"opens":{"type":"string"}}}',
		},
	),
	schemaExample: json('Example', 'Sample result, not a schema. Results have all its keys.', {
		ifEmpty: 'error',
		hint: 'e.g. { "museum": "City Museum", "opens": "09:00" }',
		details: 'The value null allows any type.',
	}),
	maxCredits: text(
		'Max Credits',
		'Maximum credits for the run, by default 2,500. A run that reaches the limit returns no result and is not charged.',
		{
			ifEmpty: 'error',
			schema: z.preprocess(
				(value) => (typeof value === 'string' ? (numberIn(value) ?? value) : value),
				z.number().min(1),
			),
			placeholder: 'e.g. 500',
			details: 'The public service applies the default.',
		},
	),
};

const options = {
	strictConstrainToURLs: flag(
		'Stay on URLs',
		"Whether the agent may visit only the pages in 'URLs'",
		{ ifEmpty: 'error' },
	),
	model: choice(
		'Model',
		'Model that the agent uses. The public service runs every new task on Spark 2, even if another model is selected.',
		'spark-2',
		{
			'spark-1-mini': ['Spark 1 Mini', 'First generation, for simple tasks'],
			'spark-1-pro': ['Spark 1 Pro', 'First generation, for complex tasks'],
			'spark-2': ['Spark 2', 'Current model, with trace and snapshots'],
		},
	),
	effort: choice(
		'Effort',
		'How much effort the agent puts into the task',
		'medium',
		{
			low: ['Low', 'Faster, for fewer credits'],
			medium: ['Medium', 'Balance of speed, cost, and thoroughness'],
			high: ['High', 'Slower and more thorough, for more credits'],
		},
		{ unsorted: true },
	),
	webhook: webhook(agentJob.name, {
		started: ['Started', 'The agent run was started'],
		action: ['Action', 'The agent performed an action, such as a tool call'],
		completed: ['Completed', 'The agent run finished and returned a result'],
		failed: ['Failed', 'The agent run ended without a result'],
		cancelled: ['Canceled', 'The agent run was canceled'],
	}),
	auditMetadata,
	threatProtection,
	...usage,
	threadId: text(
		'Thread ID',
		"ID of the conversation to continue, from 'threadId' in the output of an earlier run",
		{
			schema: z.string().uuid('must be a UUID'),
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		},
	),
	mode: choice('Mode', 'Type of result that the agent returns', 'extract', {
		extract: ['Extract', 'Return structured data'],
		chat: ['Chat', 'Return a text answer. The next run can continue the conversation.'],
	}),
	exchange: collection('Catalog Tools', 'Paid catalog tools that the agent may call', {
		enabled: flag('Enabled', 'Whether the agent may call catalog tools'),
		toolkits: list('Toolkits', 'Names of the toolkits that the agent may use, up to 5', {
			mark: 'commaList',
			ifEmpty: 'error',
			entry: z.string().min(1),
			max: 5,
			button: 'Add Toolkit',
			placeholder: 'e.g. companies',
		}),
		maxCalls: whole('Max Calls', 'Maximum number of tool calls in one run, from 1 to 30', {
			ifEmpty: 'error',
			min: 1,
			max: 30,
			default: 10,
		}),
		requireApproval: flag(
			'Require Approval',
			"Whether each tool call requires approval. See 'pendingApproval' in the output.",
			{ ifEmpty: 'error' },
		),
		onTermsRequired: choice(
			'On Terms Required',
			'How to proceed if the terms of a tool have not been accepted',
			'skip',
			{
				skip: ['Skip', 'Do not use the tool'],
				ask: ['Ask', "Ask for acceptance in 'pendingApproval'"],
			},
			{ details: 'Older servers reject this field.' },
		),
	}),
	additionalBodyFields,
};

export const runForm = formOf(
	{ ...task, ...waitFields(agentJob.name) },
	{ ...options, ...waitOptions(agentJob.name) },
);

export const startForm = formOf(task, { ...options, cancelOnStop: cancelOnStop(agentJob.name) });

type TaskValues = Partial<
	ValuesOf<typeof task & Pick<typeof options, 'exchange' | 'strictConstrainToURLs'>>
>;

/** Without URLs, the agent would search the whole web. */
export const startConflicts = (values: TaskValues): Issue[] => {
	const issues: Issue[] = [];
	if (values.schema !== undefined && values.schemaExample !== undefined) {
		issues.push({ path: ['schemaExample'], message: 'cannot be combined with {schema}' });
	}
	if (values.strictConstrainToURLs === true && values.urls === undefined) {
		issues.push({ path: ['urls'], message: 'is required if {strictConstrainToURLs} is on' });
	}
	const { enabled, ...settings } = values.exchange ?? {};
	if (Object.keys(settings).length > 0 && enabled !== true) {
		const message = 'has no effect, because {enabled} is off';
		issues.push({ path: ['exchange'], message, remedy: 'Turn on {enabled}', isHint: true });
	}
	return issues;
};

export const toStartRequest = ({ schemaExample, ...body }: ReturnType<typeof startForm.sent>) => ({
	route: agentRoutes.start,
	body: schemaExample === undefined ? body : { ...body, schema: schemaFromExample(schemaExample) },
});

/** The service rejects job IDs that are not UUIDs (specification, "Agent errors"). */
export const jobId = jobIdPicker(agentJob.name, 'searchRuns', uuidInPath('an agent run', 'agent'));

export const jobForm = formOf({ jobId });

export const traceForm = formOf(
	{ jobId, ...returnAll },
	{
		liveView: flag(
			'Include Live View',
			"Whether to include the URLs of the open browser sessions. To see the URLs, also turn off 'Simplify'.",
		),
	},
);

export const listForm = formOf(returnAll, {
	before: fieldOf(
		[
			'Created Before',
			'Return only runs that were created before this time. A time without a time zone is in UTC.',
		],
		{ type: 'dateTime', default: '' },
		() =>
			dateTime.transform((text) => {
				const iso = text.replace(' ', 'T');
				const hasZone = !iso.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/i.test(iso);
				return Date.parse(hasZone ? iso : `${iso}Z`);
			}),
	),
});

export const threadForm = formOf(
	{
		threadId: text('Thread ID', "ID of the conversation, from 'threadId' in the output of a run", {
			required: true,
			schema: uuidInPath('a thread', 'threads'),
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
		}),
	},
	{
		includeData: flag('Include Data', 'Whether to include the result of each successful run'),
	},
);

const SEGMENT = '[^\\s/\\\\?#%]{1,200}';

export const snapshotForm = formOf(
	{
		jobId,
		snapshotId: idPicker(
			'Snapshot',
			"ID of the snapshot, from an 'artifact.updated' event in the trace",
			{
				searchListMethod: 'searchSnapshots',
				select: 'a snapshot',
				regex: `(\\s*["'\`]?${SEGMENT}["'\`]?\\s*|.*/snapshots/${SEGMENT}.*|${CONTAINS_UUID})`,
				errorMessage: 'Must contain a snapshot ID',
				schema: idInPath('a snapshot', 'snapshots'),
			},
		),
		outputAs: choice(
			'Output As',
			'How to return the snapshot',
			'json',
			{
				json: ['Data', 'Return the snapshot in the item data. JSON is parsed.'],
				file: ['File', 'Return the snapshot as a binary file'],
			},
			{ role: 'own' },
		),
		binaryPropertyName: text('Put Output File in Field', undefined, {
			role: 'own',
			required: true,
			schema: z.string().min(1),
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the output binary field to put the file in',
			displayOptions: { show: { outputAs: ['file'] } },
		}),
	},
	{
		snapshotKind: choice(
			'Kind',
			"Kind of snapshot, from 'artifact.kind' in the trace event that contains the snapshot ID",
			'auto',
			{
				auto: ['Auto', 'Detect the kind from the content'],
				html: 'HTML',
				json: 'JSON',
				markdown: 'Markdown',
				screenshot: 'Screenshot',
				text: 'Text',
			},
			{ role: 'own' },
		),
	},
);
