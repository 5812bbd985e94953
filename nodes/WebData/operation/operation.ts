import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject } from 'zod';
import { callApi } from '../client/call';
import type { ApiRequest, Client, Result } from '../client/client';
import type { ContractIssue } from '../form/form';
import { checkFields, type FormType } from '../form/issues';
import { insertLabels } from '../form/labels';
import { isObject, type JsonObject } from '../json/json';
import { deepMerge } from './body';
import {
	adviceWithLabels,
	type Output,
	type OutputOptions,
	schemeNotices,
	sortParts,
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
	/** Whether a request of the operation may cost credits. */
	costs?: true;
	/** Defaults by field name. These defaults apply if an AI agent uses the node as a tool. */
	toolDefaults?: Readonly<Record<string, number>>;
	/** Whether the form contains *Simplify*. */
	simplifies?: boolean;
	/** Name of the form field in which users enter the names of binary fields. Its value contains the files. */
	inputFiles?: string;
	/** Schema of an item's JSON. The node does not validate the output with this schema. */
	output: AnyZodObject;
	/** Whether the node processes the items one after the other. */
	oneByOne?: boolean;
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
		input: FormType<Values>;
	};
	/** Returns issues with values that cannot be combined. */
	conflicts?(values: Values): ContractIssue[];
	batchKey?(values: Values): string | undefined;
	/** Returns issues because of which the request leaves out an item. */
	leftOut?(values: Values): ContractIssue[];
	/** Returns the request of all items of a batch, for the preview and `execute`. `values` are those of the first item. */
	toRequest(values: Values, batch: readonly Values[]): ApiRequest;
}

interface Answers<Values, Answer> {
	execute(request: ApiRequest, client: Client, values: Values): Promise<Result<Answer>>;
	toOutput(answer: Answer, context: OutputContext<Values>): Output;
}

export interface Operation<Values = unknown, Answer = unknown> extends OperationInfo {
	fields: INodeProperties[];
	/** Names of the node's own settings, which are not sent. */
	own: readonly string[];
	plan(entered: JsonObject): Plan<Answer, Values> | { issues: ContractIssue[] };
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

type Complete<Values, Answer> = Definition<Values> & Answers<Values, Answer>;

/** A class, because functions of their own for each of 10,000 items would need more memory than the values. */
class RequestPlan<Values, Answer> implements Plan<Answer, Values> {
	readonly batchKey?: string;
	readonly leftOut: readonly ContractIssue[];
	private created?: ApiRequest;

	constructor(
		private readonly definition: Complete<Values, Answer>,
		readonly entered: JsonObject,
		readonly values: Values,
		private readonly others: readonly CheckedValues<Values>[],
	) {
		const key = definition.batchKey?.(values);
		this.batchKey =
			key === undefined ? undefined : JSON.stringify([key, entered.additionalBodyFields]);
		this.leftOut = definition.leftOut?.(values) ?? [];
	}

	private get batch(): CheckedValues<Values>[] {
		return [this, ...this.others];
	}

	get request(): ApiRequest {
		if (this.created === undefined) {
			const valuesOfAll = this.batch.map(({ values }) => values);
			const request = this.definition.toRequest(this.values, valuesOfAll);
			// The batch key contains the additions, so they are the same for all items.
			const { additionalBodyFields: additions } = this.entered;
			this.created = isObject(additions)
				? { ...request, body: deepMerge(request.body ?? {}, additions) }
				: request;
		}
		return this.created;
	}

	execute(request: ApiRequest, client: Client): Promise<Result<Answer>> {
		return this.definition.execute(request, client, this.values);
	}

	toOutput(answer: Answer, { simplify, requestId, nowMs }: OutputOptions): Output {
		const { batch, definition, values } = this;
		const { form, simplifies } = definition;
		const { additionalBodyFields: additions } = this.entered;
		let merged = values;
		if (isObject(additions) && isObject(values)) {
			const sent = Object.entries(additions).filter(([name]) => !form.own?.includes(name));
			merged = deepMerge(values, Object.fromEntries(sent)) as Values & JsonObject;
		}
		const { parts, notices = [] } = definition.toOutput(answer, {
			simplify,
			requestId,
			nowMs,
			values,
			merged,
			batch: batch.map((item) => item.values),
			dataField: this.request.dataField,
		});
		return {
			// A whole response keeps the order of the service.
			parts: simplifies && !simplify ? parts : sortParts(parts, definition.output),
			notices: [...schemeNotices(batch), ...notices].map(adviceWithLabels(form.fields)),
		};
	}
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
	const definition: Complete<Values, JsonObject> = {
		execute: callApi,
		toOutput: oneItem,
		...given,
	};
	const { conflicts, batchKey, leftOut, toRequest, execute, toOutput, form, ...info } = definition;
	return {
		...info,
		fields: form.fields,
		own: form.own ?? [],
		plan(entered) {
			const { additionalBodyFields: additions, ...others } = entered;
			const checked = checkFields(form.input, others);
			if ('issues' in checked) return checked;
			const issues = (conflicts?.(checked.values) ?? []).map(({ path, message }) => ({
				path,
				message: insertLabels(message, form.fields),
			}));
			if (issues.length > 0) return { issues };
			if (additions !== undefined && !isObject(additions)) {
				return { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
			}
			return new RequestPlan(definition, entered, checked.values, []);
		},
		planBatch: ([{ entered, values }, ...others]) =>
			new RequestPlan(definition, entered, values, others),
	};
}
