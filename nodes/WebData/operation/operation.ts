import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodType, ZodTypeDef } from 'zod';
import { callApi, type Result } from '../client/call';
import type { Client } from '../client/client';
import type { ApiRequest } from '../client/request';
import { deepMerge, sortKeys } from './body';
import { type ContractIssue, issuesOf } from '../form/issues';
import { FIELD_REFERENCE, labelOf } from '../form/labels';
import { isObject, type JsonObject } from '../json/json';
import {
	type Notice,
	type Output,
	type OutputOptions,
	type OutputPart,
	schemeNotices,
} from './output';
import type { FieldList, ListSearch } from './pickers';

/** Valid form values of an item, and the values before validation. */
interface CheckedValues<Values> {
	entered: JsonObject;
	values: Values;
}

/** A request, and the functions that send the request and convert the answer to output. */
export interface Plan<Answer = unknown, Values = unknown> extends CheckedValues<Values> {
	/** Created at the first use, because the items of a batch share a request. */
	readonly request: ApiRequest;
	/** Items with the same key are sent as one request. */
	batchKey?: string;
	/** Issues because of which the request leaves out the item. A request that leaves out all items is not sent. */
	leftOut: readonly ContractIssue[];
	execute(request: ApiRequest, client: Client): Promise<Result<Answer>>;
	toOutput(answer: Answer, options: OutputOptions): Output;
}

interface OperationInfo {
	value: string;
	name: string;
	/** Name of the action in sentence case. The node panel shows this name, and models use it to choose a tool. */
	action: string;
	description: string;
	/** Describes the operation to a language model. Users can change the text. */
	toolDescription: string;
	/** Defaults by field name. These defaults apply if an AI agent uses the node as a tool. */
	toolDefaults?: Readonly<Record<string, number>>;
	/** Whether the form contains *Simplify*. */
	simplifies?: boolean;
	/** Name of the form field in which users enter the names of binary fields. Its value contains the files. */
	inputFiles?: string;
	/** Schema of an item's JSON. The node does not validate the output with this schema. */
	output: AnyZodObject;
	/** Maximum number of items that the node processes in parallel. Defaults to `MAX_PARALLEL_ITEMS`. */
	maxParallel?: number;
}

export interface OutputContext<Values> extends OutputOptions {
	values: Values;
	/**
	 * Form values with *Additional Body Fields*, which do not change the node's own settings. Notices compare the response
	 * with what was sent.
	 */
	merged: Values;
	/** Form values of all items of the request. */
	batch: readonly Values[];
	/** Field of the response that contains its data. */
	dataField?: string;
}

interface Definition<Values> extends OperationInfo {
	/** Form, without Resource, Operation, and the settings of all operations. */
	form: {
		fields: INodeProperties[];
		own?: readonly string[];
		input: ZodType<Values, ZodTypeDef, unknown>;
	};
	/** Returns issues with values that cannot be combined. */
	conflicts?(values: Values): ContractIssue[];
	batchKey?(values: Values): string | undefined;
	/** Returns issues because of which the request leaves out an item. */
	leftOut?(values: Values): ContractIssue[];
	/** Creates one request for all items of a batch. `values` contains the form values of the first item. */
	toRequest(values: Values, batch: readonly Values[]): ApiRequest;
}

interface Answers<Values, Answer> {
	execute(request: ApiRequest, client: Client, values: Values): Promise<Result<Answer>>;
	toOutput(answer: Answer, context: OutputContext<Values>): Output;
}

interface Issues {
	issues: ContractIssue[];
}

export interface Operation<Values = unknown, Answer = unknown> extends OperationInfo {
	fields: INodeProperties[];
	/** Names of the node's own settings, which are not sent. */
	own: readonly string[];
	plan(entered: JsonObject): Plan<Answer, Values> | Issues;
	/** Returns the plan of one request for all items of a batch. */
	planBatch(
		batch: readonly [Plan<Answer, Values>, ...Plan<Answer, Values>[]],
	): Plan<Answer, Values>;
}

export interface Resource {
	value: string;
	name: string;
	/** Without it, n8n's type generator would give every operation named `get` the description of the first one. */
	description: string;
	defaultOperation: string;
	operations: readonly Operation[];
	/** Searches of the drop-down lists, by the name in `searchListMethod`. */
	pickers?: Readonly<Record<string, ListSearch>>;
	/** Fields that depend on a selection, by the name in `resourceMapperMethod`. */
	fieldLists?: Readonly<Record<string, FieldList>>;
}

/** Returns the response or, with Simplify, the data in it as one item. */
function oneItem(
	answer: JsonObject,
	{ simplify, dataField }: Pick<OutputContext<unknown>, 'simplify' | 'dataField'>,
): Output {
	const data = simplify && dataField !== undefined ? answer[dataField] : undefined;
	return { parts: [{ json: isObject(data) ? data : answer }] };
}

function* sortParts(parts: Iterable<OutputPart>, output: AnyZodObject): Iterable<OutputPart> {
	for (const part of parts) {
		yield 'json' in part ? { ...part, json: sortKeys(part.json, output) } : part;
	}
}

const insertLabels = (text: string, fields: readonly INodeProperties[]): string =>
	text.replace(FIELD_REFERENCE, (_, name: string) => `'${labelOf(fields, name) ?? name}'`);

/** Operations share notices, so the advice may name a field that only some of the forms contain. */
const adviceWithLabels =
	(fields: readonly INodeProperties[]) =>
	({ advice, ...notice }: Notice): Notice => {
		if (advice === undefined) return notice;
		const names = [...advice.matchAll(FIELD_REFERENCE)].map(([, name = '']) => name);
		if (names.some((name) => labelOf(fields, name) === undefined)) return notice;
		return { ...notice, advice: insertLabels(advice, fields) };
	};

const mergeIntoBody = (request: ApiRequest, additions: unknown): ApiRequest =>
	isObject(additions) ? { ...request, body: deepMerge(request.body ?? {}, additions) } : request;

function mergeIntoValues<Values>(
	values: Values,
	additions: unknown,
	own: readonly string[] = [],
): Values {
	if (!isObject(additions) || !isObject(values)) return values;
	const sent = Object.entries(additions).filter(([name]) => !own.includes(name));
	return deepMerge(values, Object.fromEntries(sent)) as Values & JsonObject;
}

function validate<Values>(
	{ form, conflicts }: Definition<Values>,
	{ additionalBodyFields, ...entered }: JsonObject,
): { values: Values } | Issues {
	const checked = form.input.safeParse(entered);
	if (!checked.success) return { issues: issuesOf(checked.error, entered) };
	const issues = (conflicts?.(checked.data) ?? []).map(({ path, message }) => ({
		path,
		message: insertLabels(message, form.fields),
	}));
	if (issues.length > 0) return { issues };
	return additionalBodyFields === undefined || isObject(additionalBodyFields)
		? { values: checked.data }
		: { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
}

function planOf<Values, Answer>(
	definition: Definition<Values> & Answers<Values, Answer>,
	batch: readonly [CheckedValues<Values>, ...CheckedValues<Values>[]],
): Plan<Answer, Values> {
	const { batchKey, leftOut, toRequest, execute, toOutput, output, form } = definition;
	const [{ entered, values }] = batch;
	// The batch key contains the additions, so they are the same for all items.
	const additions = entered.additionalBodyFields;
	const key = batchKey?.(values);
	const valuesOfAll = () => batch.map((item) => item.values);
	let created: ApiRequest | undefined;
	const requestOf = (): ApiRequest =>
		(created ??= mergeIntoBody(toRequest(values, valuesOfAll()), additions));
	return {
		entered,
		values,
		get request() {
			return requestOf();
		},
		batchKey: key === undefined ? undefined : JSON.stringify([key, additions]),
		leftOut: leftOut?.(values) ?? [],
		execute: (toSend, client) => execute(toSend, client, values),
		toOutput(answer, options) {
			const merged = mergeIntoValues(values, additions, form.own);
			const { dataField } = requestOf();
			const context = { ...options, values, merged, batch: valuesOfAll(), dataField };
			const { parts, notices = [] } = toOutput(answer, context);
			// A whole response keeps the order of the service.
			const keepsOrder = definition.simplifies === true && !options.simplify;
			return {
				parts: keepsOrder ? parts : sortParts(parts, output),
				notices: [...schemeNotices(batch), ...notices].map(adviceWithLabels(form.fields)),
			};
		},
	};
}

/**
 * Returns an operation. By default, the operation sends one request, whose answer is the JSON of the response, and
 * returns one item. Without `toOutput`, the answer must be JSON. Otherwise, it may have any type, such as a job.
 */
export function defineOperation<Values, Answer>(
	definition: Definition<Values> & Answers<Values, Answer>,
): Operation;
export function defineOperation<Values>(
	definition: Definition<Values> & Partial<Answers<Values, JsonObject>>,
): Operation;
export function defineOperation<Values>(
	given: Definition<Values> & Partial<Answers<Values, JsonObject>>,
): Operation<Values, JsonObject> {
	const definition = { execute: callApi, toOutput: oneItem, ...given };
	const { conflicts, batchKey, leftOut, toRequest, execute, toOutput, form, ...info } = definition;
	return {
		...info,
		fields: form.fields,
		own: form.own ?? [],
		plan(entered) {
			const checked = validate(definition, entered);
			return 'issues' in checked ? checked : planOf(definition, [{ entered, ...checked }]);
		},
		planBatch: (batch) => planOf(definition, batch),
	};
}
