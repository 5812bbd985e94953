import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodType, ZodTypeDef } from 'zod';
import { callApi, type CallResult, type Session } from '../client/call';
import type { ApiRequest } from '../client/request';
import { deepMerge, sortKeys } from './body';
import { type ContractIssue, issuesOf } from '../form/issues';
import { FIELD_REFERENCE, labelOf } from '../form/labels';
import { isObject, type JsonObject } from '../json/json';
import { schemeNotices } from './notices';
import type { Notice, OutputOptions, OutputPart } from './output';
import type { FieldList, ListSearch } from './pickers';

/** A request, and the functions that send the request and process the response. */
export interface Plan {
	request: ApiRequest;
	/** Items with the same key are sent as one request. */
	batchKey?: string;
	execute(request: ApiRequest, session: Session): Promise<CallResult>;
	/** Creates each part only when it is read, so that the caller can pause between the parts of a large response. */
	toParts(answer: JsonObject, options: OutputOptions): Iterable<OutputPart>;
	notices(answer: JsonObject, nowMs: number): Notice[];
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
	simplifies?: boolean;
	/** Name of the form field in which users enter the names of binary fields. Its value contains the files. */
	inputFiles?: string;
	/** Schema of an item's JSON. The node does not validate the output with this schema. */
	output: AnyZodObject;
	/** Maximum number of items that the node processes in parallel. Defaults to `MAX_PARALLEL_ITEMS`. */
	maxParallel?: number;
}

interface Definition<Values> extends OperationInfo {
	/** Form, without Resource, Operation, and the settings of all operations. */
	form: { fields: INodeProperties[]; input: ZodType<Values, ZodTypeDef, unknown> };
	/** Returns issues with values that cannot be combined. */
	conflicts?(values: Values): ContractIssue[];
	batchKey?(values: Values): string | undefined;
	/** Creates one request for all items of a batch. `values` contains the form values of the first item. */
	toRequest(values: Values, batch: readonly Values[]): ApiRequest;
	/** Sends the requests of the operation. By default, sends one request. */
	execute?(request: ApiRequest, session: Session, values: Values): Promise<CallResult>;
	/** Converts a response to output items. By default, returns one item. */
	toParts?(
		answer: JsonObject,
		options: OutputOptions,
		values: Values,
		batch: readonly Values[],
	): Iterable<OutputPart>;
	notices?(answer: JsonObject, values: Values, nowMs: number, batch: readonly Values[]): Notice[];
}

interface Issues {
	issues: ContractIssue[];
}

export interface Operation extends OperationInfo {
	fields: INodeProperties[];
	plan(values: JsonObject): Plan | Issues;
	planBatch?(batch: readonly JsonObject[]): Plan | Issues;
}

export interface Resource {
	value: string;
	name: string;
	defaultOperation: string;
	operations: readonly Operation[];
	/** Searches of the drop-down lists, by the name in `searchListMethod`. */
	pickers?: Readonly<Record<string, ListSearch>>;
	/** Fields that depend on a selection, by the name in `resourceMapperMethod`. */
	fieldLists?: Readonly<Record<string, FieldList>>;
}

function responseOrData(answer: JsonObject, simplify: boolean, dataField?: string): OutputPart[] {
	const data = simplify && dataField !== undefined ? answer[dataField] : undefined;
	return [{ json: isObject(data) ? data : answer }];
}

function* sortParts(parts: Iterable<OutputPart>, output: AnyZodObject): Iterable<OutputPart> {
	for (const part of parts) yield sortPart(part, output);
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

/** Notices compare the response with what was sent, which may come from *Additional Body Fields*. */
const mergeIntoValues = <Values>(values: Values, additions: JsonObject | undefined): Values =>
	additions === undefined || !isObject(values)
		? values
		: (deepMerge(values, additions) as Values & JsonObject);

interface Checked<Values> {
	values: Values;
	/** Form values before validation. */
	entered: JsonObject;
	additionalBodyFields?: JsonObject;
}

function checkerOf<Values>(definition: Definition<Values>) {
	const { conflicts, form } = definition;
	const check = ({ additionalBodyFields, ...values }: JsonObject): Checked<Values> | Issues => {
		const checked = form.input.safeParse(values);
		if (!checked.success) return { issues: issuesOf(checked.error, values) };
		const conflicting = conflicts?.(checked.data) ?? [];
		if (conflicting.length > 0) return { issues: conflicting.map(insertFieldNames(form.fields)) };
		return additionalBodyFields === undefined || isObject(additionalBodyFields)
			? { values: checked.data, entered: values, additionalBodyFields }
			: { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
	};
	// A batch checks the values of each of its items again.
	const known = new WeakMap<JsonObject, Checked<Values> | Issues>();
	return (entered: JsonObject): Checked<Values> | Issues => {
		const checked = known.get(entered) ?? check(entered);
		known.set(entered, checked);
		return checked;
	};
}

function planOf<Values>(
	definition: Definition<Values>,
	[first, ...others]: readonly [Checked<Values>, ...Checked<Values>[]],
): Plan {
	const { batchKey, toRequest, execute = callApi, toParts, notices, form } = definition;
	const { values, additionalBodyFields } = first;
	const checked = [first, ...others];
	const batch = checked.map((each) => each.values);
	const key = batchKey?.(values);
	const sent = mergeIntoValues(values, additionalBodyFields);
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
				: sortParts(parts, definition.output);
		},
		notices: (answer, nowMs) =>
			[...schemeNotices(checked), ...(notices?.(answer, sent, nowMs, batch) ?? [])].map(
				adviceWithLabels(form.fields),
			),
	};
}

/** Returns an operation that validates form values and creates a plan from valid values. */
export function defineOperation<Values>(definition: Definition<Values>): Operation {
	const { conflicts, batchKey, toRequest, execute, toParts, notices, form, ...info } = definition;
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
	return { ...info, fields: form.fields, plan, ...(batchKey !== undefined && { planBatch }) };
}
