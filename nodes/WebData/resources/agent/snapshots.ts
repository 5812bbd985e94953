import { z } from 'zod';
import { isObject, type JsonObject } from '../../json/json';
import {
	anything,
	defineOperation,
	noticesOf,
	openObject,
	type OutputPart,
} from '../../operation/operation';
import { snapshotForm, traceForm } from './form';
import { agentRoutes, traceRequest } from './service';

const fileTypes = {
	html: { extension: 'html', mimeType: 'text/html' },
	json: { extension: 'json', mimeType: 'application/json' },
	markdown: { extension: 'md', mimeType: 'text/markdown' },
	screenshot: { extension: 'png', mimeType: 'image/png' },
	text: { extension: 'txt', mimeType: 'text/plain' },
};

type SnapshotKind = keyof typeof fileTypes;

const tryParse = (text: string): { value: unknown } | undefined => {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
};

const detectKind = (text: string): SnapshotKind => {
	if (/^\s*[[{]/.test(text) && tryParse(text) !== undefined) return 'json';
	if (/^(data:image\/png;base64,)?iVBORw0KGgo/.test(text)) return 'screenshot';
	return /^\s*<(!doctype|html|[a-z][a-z0-9-]*[\s>])/i.test(text) ? 'html' : 'text';
};

/**
 * Returns the parsed JSON of a JSON snapshot, or the text of any other snapshot. Detects the kind from the content if
 * `kindOption` is `auto`.
 */
export function readSnapshot(snapshot: unknown, kindOption: SnapshotKind | 'auto') {
	const text = typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot);
	const kind = kindOption === 'auto' ? detectKind(text) : kindOption;
	const value = kind === 'json' ? (tryParse(text)?.value ?? text) : text;
	const bytes =
		kind === 'screenshot'
			? Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
			: Buffer.from(text, 'utf8');
	return { kind, value, bytes, ...fileTypes[kind] };
}

const hasSnapshot = ({ snapshot }: JsonObject): boolean =>
	snapshot !== undefined && snapshot !== null;

function toSnapshotParts(
	answer: JsonObject,
	{ sent, own }: ReturnType<typeof snapshotForm.inputs>,
): OutputPart[] {
	const ids = { jobId: sent.jobId, snapshotId: sent.snapshotId };
	if (!hasSnapshot(answer)) return [{ json: { ...answer, ...ids } }];
	const content = readSnapshot(answer.snapshot, own.snapshotKind);
	const facts = { ...ids, kind: content.kind };
	if (own.outputAs === 'json') return [{ json: { snapshot: content.value, ...facts } }];
	const { extension, mimeType, bytes } = content;
	const [field, name] = [own.binaryPropertyName, sent.snapshotId];
	const url = String(content.value);
	// The snapshot of a screenshot may contain a link instead of the image.
	const file =
		content.kind === 'screenshot' && /^https?:\/\/\S+$/.test(url)
			? { field, url, fallback: { name, mimeType } }
			: { field, content: bytes, fileName: `${name}.${extension}`, mimeType };
	return [{ json: facts, files: [file] }];
}

export const getSnapshot = defineOperation({
	action: 'Get agent run snapshot',
	description: 'Return an intermediate result of an agent run, as data or as a file',
	toolDescription:
		"Gets an intermediate result of a research run. Needs the job ID, and the snapshot ID from an 'artifact.updated' event in the run's trace.",
	form: snapshotForm,
	output: openObject({
		snapshot: anything,
		jobId: z.string(),
		snapshotId: z.string(),
		kind: z.enum(Object.keys(fileTypes) as [SnapshotKind, ...SnapshotKind[]]),
	}),
	toRequest: ({ jobId, snapshotId }) => ({ route: agentRoutes.snapshot, ids: [jobId, snapshotId] }),
	toOutput: (answer, { sent, own }) => ({
		parts: toSnapshotParts(answer, { sent, own }),
		notices: noticesOf(
			!hasSnapshot(answer) && {
				text: 'The response contains no snapshot, so the item contains the whole response',
				advice: "Make sure that 'Snapshot' contains a snapshot ID from the trace of the run",
				warns: true,
			},
		),
	}),
});

function toTraceParts(
	answer: JsonObject,
	simplify: boolean,
	own: ReturnType<typeof traceForm.inputs>['own'],
): OutputPart[] {
	if (!Array.isArray(answer.events)) return [{ json: answer }];
	const all = answer.events.map((event: unknown) => (isObject(event) ? event : { event }));
	const events = own.returnAll ? all : all.slice(-own.limit);
	return simplify ? events.map((json) => ({ json })) : [{ json: { ...answer, events } }];
}

export const getTrace = defineOperation({
	action: 'Get agent run trace',
	description: 'Return the events of an agent run as items, in chronological order',
	toolDescription:
		'Lists the events of a research run: searches, pages, results, and the reason for a failure. Needs the job ID.',
	form: traceForm,
	simplifies: true,
	// The fields of an event (specification, "Events"). Later versions of the service may send other event types.
	output: openObject({
		type: z
			.string()
			.describe('run.finished, artifact.updated, error.occurred, progress.reported, and others'),
		occurredAt: z.string(),
		agent: openObject({
			role: z.string(),
			name: z.string(),
			id: z.string(),
			parentId: z.string(),
		}),
		message: z.string(),
		text: z.string(),
		outcome: z.string(),
		snapshotId: z.string(),
		artifact: openObject({
			kind: z.string().describe('json, markdown, html, screenshot, or text'),
			snapshotId: z.string().describe('ID for the Get Snapshot operation'),
			path: z.string(),
			change: z.string(),
			changedFields: z.array(z.string()),
			itemCount: z.number().int(),
			artifactId: z.string(),
			sourceToolCallId: z.string(),
		}),
		error: openObject({
			code: z
				.string()
				.describe('cancelled, credit_limit_reached, parent_finished, refused, or internal'),
			message: z.string(),
			retryable: z.boolean(),
			source: z.string(),
		}).nullable(),
		retryable: z.boolean(),
		phase: z.string(),
		toolName: z.string(),
		parameters: anything,
		result: anything,
		toolCallId: z.string(),
		reason: z.string(),
		sessionId: z.string(),
		durationMs: z.number(),
		runId: z.string(),
		eventId: z.string(),
		producerSequence: z.number().int(),
		schemaVersion: z.number().int(),
	}),
	toRequest: (values) => traceRequest(values.jobId, values.liveView),
	toOutput: (answer, { simplify, own }) => ({
		parts: toTraceParts(answer, simplify, own),
		notices: noticesOf(
			!Array.isArray(answer.events) && {
				text: 'The response contains no list of events, so the item contains the whole response',
				warns: true,
			},
		),
	}),
});
