import type { IBinaryData, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { readCommaList, readText } from '../form/coerce';
import { type CheckedValues, validateFields } from '../form/issues';
import { type LabeledIssue, withLabels } from '../form/labels';
import { type FormReading, readForm } from '../form/read';
import { hasExpression, type SameValues } from '../form/stored';
import {
	BYTES_PER_MB,
	isHint,
	isObject,
	type Issue,
	type JsonObject,
	nonEmptyText,
} from '../json/json';
import { requestSettingsField, settingsForm } from '../operation/settings';
import type { InputFile, InputFiles } from '../resources/parse/files';

type BinarySource = Pick<IExecuteFunctions, 'getInputData' | 'helpers'>;

/** For a 45 MB file, chunks of 4 KB instead of 64 KB reduce n8n's memory growth from 41 MB to 29 MB. */
const CHUNK_BYTES = 4096;

/** Binary data without an ID is stored in the item itself. */
async function inputFileOf(
	{ helpers }: BinarySource,
	field: string,
	{ id, data, bytes, ...binary }: IBinaryData,
): Promise<InputFile> {
	// A Code node may omit the name and the type, or set them to null.
	const textOf = (value: unknown): string => nonEmptyText(value) ?? '';
	const file = {
		field,
		fileName: textOf(binary.fileName),
		contentType: textOf(binary.mimeType),
	};
	if (id === undefined) {
		const size = Buffer.byteLength(data, 'base64');
		return {
			...file,
			size,
			// Decoded when the file is sent.
			get content() {
				return Buffer.from(data, 'base64');
			},
		};
	}
	const size = bytes ?? (await helpers.getBinaryMetadata(id)).fileSize;
	return { ...file, size, content: () => helpers.getBinaryStream(id, CHUNK_BYTES) };
}

interface RequestedFile {
	field: string;
	/** Undefined if the item has no binary field with this name. */
	binary?: IBinaryData;
}

/** Like n8n, accepts any object that refers to a file. */
const isBinary = (value: unknown): value is IBinaryData & JsonObject =>
	isObject(value) && [value.data, value.id].some((each) => typeof each === 'string');

/** n8n stores the files of a workflow with the setting `binaryMode: combined` in this field of the item's JSON. */
const FILES_IN_JSON = '_files';

const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/** An expression may return a file, a list of files, or an object with files, such as `$binary` or `$json._files`. */
function filesOf(value: unknown): RequestedFile[] | undefined {
	if (isBinary(value)) return [{ field: 'file', binary: value }];
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const files = entries.flatMap(([field, binary]) => (isBinary(binary) ? { field, binary } : []));
	return files.length === entries.length ? files : undefined;
}

/**
 * Reads the files of an item. `requested` is one name, a comma-separated list, an array, `*` for all fields, or the
 * binary data of files.
 */
export async function readInputFiles(
	source: BinarySource,
	requested: unknown,
	index: number,
): Promise<InputFiles> {
	const binaryAt = (name: string): IBinaryData | undefined => {
		try {
			return source.helpers.assertBinaryData(index, name);
		} catch {
			return undefined;
		}
	};
	const { binary: ownFiles, json } = source.getInputData()[index] ?? {};
	const inJson = keysOf(json?.[FILES_IN_JSON]).filter(
		(name) => binaryAt(`${FILES_IN_JSON}.${name}`) !== undefined,
	);
	const available = [...new Set([...keysOf(ownFiles), ...inJson])];
	const named = (value: unknown): RequestedFile[] => {
		const names = readCommaList(readText(value)).map((name) =>
			isObject(name) ? JSON.stringify(name) : String(name),
		);
		const fields = names.flatMap((name) => (name === '*' ? available : [name]));
		return [...new Set(fields)].map((field) => ({
			field,
			binary: binaryAt(field) ?? binaryAt(`${FILES_IN_JSON}.${field}`),
		}));
	};
	const values = Array.isArray(requested) ? (requested as unknown[]) : [requested];
	const texts = values.filter((value) => filesOf(value) === undefined);
	const entries = [...values.flatMap((value) => filesOf(value) ?? []), ...named(texts)];
	const files = entries.flatMap(({ field, binary }) =>
		binary === undefined ? [] : [inputFileOf(source, field, binary)],
	);
	const missing = entries.filter(({ binary }) => binary === undefined).map(({ field }) => field);
	return { files: await Promise.all(files), missing, available };
}

// Caches node parameters. A parameter without an expression is read from n8n only once for all items.

export interface ParameterSource {
	/** Returns the value for one item. If the parameter is hidden, returns `fallback`, or `null` in a trigger. */
	get(name: string, itemIndex: number, fallback: unknown): unknown;
	/** Parameters before their expressions are resolved. */
	stored?: JsonObject;
	/** What is read and checked only once for all items. */
	same?: { values: SameValues; checked: CheckedValues };
}

type ParameterContext = Pick<
	IExecuteFunctions,
	'getNodeParameter' | 'getNode' | 'getWorkflowDataProxy'
>;

/** An expression that is only a reference to a field of the item, such as `={{ $json.url }}`. */
const reference = /^=\{\{\s*\$json((?:\.[a-z_]\w*|\[(['"])[^'"\\{}[\].\n]+\2\])+)\s*\}\}$/i;

/**
 * Returns the text to which an expression refers, or undefined if n8n has to evaluate the expression. In n8n 2, an
 * evaluation takes 0.6 ms, as long as all other work for an item.
 */
function referencedText(
	context: ParameterContext,
	expression: unknown,
	itemIndex: number,
): string | undefined {
	// A list can be long, and this runs for each item.
	const path = typeof expression === 'string' ? reference.exec(expression)?.[1] : undefined;
	if (path === undefined) return undefined;
	const { $json }: JsonObject = context.getWorkflowDataProxy(itemIndex);
	const names = path.split(/[.[\]'"]+/).filter((name) => name !== '');
	const value = names.reduce<unknown>((parent, name) => isObject(parent) && parent[name], $json);
	return typeof value === 'string' ? value : undefined;
}

/** Items share the returned values, so callers must not change the values. */
export function openParameters(context: ParameterContext): ParameterSource {
	const stored = context.getNode().parameters;
	const same = new Map<string, unknown>();
	return {
		stored,
		same: { values: new Map(), checked: new Map() },
		get(name, itemIndex, fallback) {
			if (same.has(name)) return same.get(name);
			const value: unknown =
				referencedText(context, stored[name], itemIndex) ??
				context.getNodeParameter(name, itemIndex, fallback);
			if (!hasExpression(stored[name])) same.set(name, value);
			return value;
		},
	};
}

/** A trigger has no items. */
export const triggerParameters = (context: {
	getNode(): INode;
	getNodeParameter(name: string, fallback: null): unknown;
}): ParameterSource => ({
	stored: context.getNode().parameters,
	get: (name) => context.getNodeParameter(name, null),
});

export type Settings = z.infer<typeof settingsForm.input>;

export function callSettings(settings: Settings) {
	return {
		maxTries: settings.maxTries,
		maxWaitMs: settings.maxRetryWait * 1000,
		maxResponseBytes: settings.maxResponseSize * BYTES_PER_MB,
	};
}

/** n8n throws an error for a hidden parameter without a fallback, so the fallback is `null`. */
export function readParameters(
	source: ParameterSource,
	fields: readonly INodeProperties[],
	itemIndex: number,
): FormReading {
	const raw = fields.map(({ name }) => [name, source.get(name, itemIndex, null)] as const);
	return readForm(fields, Object.fromEntries(raw), source.stored, source.same?.values);
}

/** Returns the issues of a reading, followed by `issues` of other fields, because of which nothing can be sent. */
export function allIssues(reading: FormReading, issues: readonly Issue[]): LabeledIssue[] {
	const { labelOf } = reading;
	const ofReading = withLabels(
		reading.issues.filter((issue) => !isHint(issue)),
		labelOf,
	);
	const labels = new Set(ofReading.map(({ label }) => label));
	return [...ofReading, ...withLabels(issues, labelOf).filter(({ label }) => !labels.has(label))];
}

export function readSettings(
	source: ParameterSource,
	itemIndex: number,
	fields = [requestSettingsField],
): { settings: Settings } | { issues: LabeledIssue[] } {
	const reading = readParameters(source, fields, itemIndex);
	const checked = validateFields(settingsForm.input, reading.values, source.same?.checked);
	const issues = allIssues(reading, 'issues' in checked ? checked.issues : []);
	return 'values' in checked && issues.length === 0 ? { settings: checked.values } : { issues };
}
