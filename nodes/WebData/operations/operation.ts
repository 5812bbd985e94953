import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodType, ZodTypeDef } from 'zod';
import { isObject, type JsonObject } from '../api/http/response';
import { callApi, type CallResult, type Session } from '../api/http/call';
import { issuesOf, type ContractIssue } from '../api/schema/issues';
import type { Failure } from '../api/errors/failure';
import type { ApiRequest } from '../api/http/request';
import { deepMerge } from './form/deepMerge';
import { labelOf, FIELD_REFERENCE } from './form/labels';
import { schemeNotices } from './form/schemeNotices';
import { sortKeys } from './form/sortKeys';

export interface Notice {
	/** Notices of the same kind are merged into one hint. */
	kind: string;
	/** A sentence without its final period. `{time}` stands for the largest `ms` of all merged notices. */
	text: string;
	ms?: number;
	/**
	 * Advice to the user. `{name}` stands for the label of a field. The advice is omitted if the form does not contain
	 * the field.
	 */
	advice?: string;
	/** Whether the editor shows the hint as a warning. */
	warns?: boolean;
	/** Index of the notice's item in the plan. Defaults to 0. */
	item?: number;
}

interface FileTarget {
	field: string;
	/**
	 * Path to the content or link in the item's JSON. Undefined if the JSON does not contain the content. In that case,
	 * the item fails if the content cannot be stored.
	 */
	at?: readonly (string | number)[];
}

/** A file in the response. The item's JSON omits the content of the file. */
export interface FileContent extends FileTarget {
	content: Buffer;
	fileName: string;
	mimeType: string;
}

export interface FileLink extends FileTarget {
	url: string;
	/**
	 * Default name without extension, and default MIME type. A default applies if neither the server nor the URL
	 * provides a value.
	 */
	fallback: { name: string; mimeType: string };
}

export type OutputFile = FileContent | FileLink;

/** One item, or the failure of one part of a request whose other parts succeeded. */
export type OutputPart = {
	/** Index or indexes of the input items within the plan. Defaults to 0. */
	item?: number | readonly number[];
} & ({ json: JsonObject; files?: OutputFile[] } | { failure: Failure });

export interface OutputOptions {
	simplify: boolean;
	requestId?: string;
}

/** The request for one or more items, and the functions that send the request and process the response. */
export interface Plan {
	request: ApiRequest;
	/** Items with the same key share one plan, which `planBatch` creates. */
	batchKey?: string;
	execute(request: ApiRequest, session: Session): Promise<CallResult>;
	toParts(answer: JsonObject, options: OutputOptions): OutputPart[];
	notices(answer: JsonObject, nowMs: number): Notice[];
}

interface OperationInfo {
	value: string;
	name: string;
	/** Phrase in sentence case. The node panel shows the phrase, and a model uses the phrase to choose a tool. */
	action: string;
	description: string;
	/**
	 * Describes results, required input and costs to a model that uses the operation as a tool. Users can change the
	 * text.
	 */
	toolDescription: string;
	/** Form fields, without Resource, Operation and the node's own settings. */
	fields: INodeProperties[];
	/** Defaults by field name. These defaults apply if an AI agent uses the node as a tool. */
	toolDefaults?: Readonly<Record<string, number>>;
	simplifies?: boolean;
	/**
	 * Name of the form field that contains the names of binary fields. The operation receives the files as
	 * `inputFiles`.
	 */
	inputFiles?: string;
	/**
	 * Schema of an item's JSON. If the form contains Simplify, the schema describes the simplified JSON. The schema
	 * defines the key order of the output, but does not validate the output.
	 */
	output: AnyZodObject;
	/** Maximum number of items that the node processes in parallel. Defaults to `MAX_PARALLEL_ITEMS`. */
	maxParallel?: number;
}

interface Definition<Values> extends OperationInfo {
	input: ZodType<Values, ZodTypeDef, unknown>;
	/** Returns issues with values that cannot be combined. Messages refer to other fields as `{name}`. */
	conflicts?(values: Values): ContractIssue[];
	/** Items with equal keys are sent as one request. An item without a key is sent as its own request. */
	batchKey?(values: Values): string | undefined;
	/** `values` belongs to the first item. `batch` contains the values of all items in the request. */
	toRequest(values: Values, batch: readonly Values[]): ApiRequest;
	/** By default, sends one request. */
	execute?(request: ApiRequest, session: Session, values: Values): Promise<CallResult>;
	/**
	 * By default, returns the whole response as one item. With Simplify, returns the object in the response field that
	 * the request's `dataField` names.
	 */
	toParts?(
		answer: JsonObject,
		options: OutputOptions,
		values: Values,
		batch: readonly Values[],
	): OutputPart[];
	notices?(answer: JsonObject, values: Values, nowMs: number, batch: readonly Values[]): Notice[];
}

interface Issues {
	issues: ContractIssue[];
}

export interface Operation extends OperationInfo {
	plan(values: JsonObject): Plan | Issues;
	/** Returns one plan for items with the same `batchKey`. Undefined if the operation does not support batches. */
	planBatch?(batch: readonly JsonObject[]): Plan | Issues;
}

export interface Resource {
	value: string;
	name: string;
	defaultOperation: string;
	operations: readonly Operation[];
}

function responseOrData(answer: JsonObject, simplify: boolean, dataField?: string): OutputPart[] {
	const data = simplify && dataField !== undefined ? answer[dataField] : undefined;
	return [{ json: isObject(data) ? data : answer }];
}

const sortPart = (part: OutputPart, output: AnyZodObject): OutputPart =>
	'json' in part ? { ...part, json: sortKeys(part.json, output) } : part;

const insertFieldNames =
	(fields: readonly INodeProperties[]) =>
	({ path, message }: ContractIssue): ContractIssue => ({
		path,
		message: message.replace(
			FIELD_REFERENCE,
			(_, name: string) => `'${labelOf(fields, name) ?? name}'`,
		),
	});

const adviceWithLabels =
	(fields: readonly INodeProperties[]) =>
	({ advice, ...notice }: Notice): Notice => {
		if (advice === undefined) return notice;
		const names = [...advice.matchAll(FIELD_REFERENCE)].map(([, name = '']) => name);
		if (names.some((name) => labelOf(fields, name) === undefined)) return notice;
		const labelFor = (_: string, name: string): string => `'${labelOf(fields, name) ?? name}'`;
		return { ...notice, advice: advice.replace(FIELD_REFERENCE, labelFor) };
	};

const mergeIntoBody = (request: ApiRequest, additions: JsonObject | undefined): ApiRequest =>
	additions === undefined
		? request
		: { ...request, body: deepMerge(request.body ?? {}, additions) };

interface Checked<Values> {
	values: Values;
	/** Form values before validation. */
	entered: JsonObject;
	additionalBodyFields?: JsonObject;
}

function checkerOf<Values>({ input, conflicts, fields }: Definition<Values>) {
	return ({ additionalBodyFields, ...values }: JsonObject): Checked<Values> | Issues => {
		const checked = input.safeParse(values);
		if (!checked.success) return { issues: issuesOf(checked.error, values) };
		const conflicting = conflicts?.(checked.data) ?? [];
		if (conflicting.length > 0) return { issues: conflicting.map(insertFieldNames(fields)) };
		return additionalBodyFields === undefined || isObject(additionalBodyFields)
			? { values: checked.data, entered: values, additionalBodyFields }
			: { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
	};
}

function planOf<Values>(
	definition: Definition<Values>,
	[first, ...others]: readonly [Checked<Values>, ...Checked<Values>[]],
): Plan {
	const { batchKey, toRequest, execute = callApi, toParts, notices, fields } = definition;
	const { values, additionalBodyFields } = first;
	const checked = [first, ...others];
	const batch = checked.map((each) => each.values);
	const key = batchKey?.(values);
	const request = mergeIntoBody(toRequest(values, batch), additionalBodyFields);
	return {
		request,
		batchKey: key === undefined ? undefined : JSON.stringify([key, additionalBodyFields]),
		execute: (toSend, session) => execute(toSend, session, values),
		toParts: (answer, options) => {
			const parts =
				toParts?.(answer, options, values, batch) ??
				responseOrData(answer, options.simplify, request.dataField);
			return definition.simplifies === true && !options.simplify
				? parts
				: parts.map((part) => sortPart(part, definition.output));
		},
		notices: (answer, nowMs) =>
			[...schemeNotices(checked), ...(notices?.(answer, values, nowMs, batch) ?? [])].map(
				adviceWithLabels(fields),
			),
	};
}

/** Returns an operation that validates form values and creates plans from valid values. */
export function defineOperation<Values>(definition: Definition<Values>): Operation {
	const { input, conflicts, batchKey, toRequest, execute, toParts, notices, ...info } = definition;
	const check = checkerOf(definition);
	const planBatch = (batch: readonly JsonObject[]): Plan | Issues => {
		const valid: Checked<Values>[] = [];
		for (const values of batch) {
			const checked = check(values);
			if ('issues' in checked) return checked;
			valid.push(checked);
		}
		const [first, ...others] = valid;
		return first === undefined ? { issues: [] } : planOf(definition, [first, ...others]);
	};
	const plan = (values: JsonObject): Plan | Issues => planBatch([values]);
	return batchKey === undefined ? { ...info, plan } : { ...info, plan, planBatch };
}
