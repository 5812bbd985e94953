import type { INodeProperties } from 'n8n-workflow';
import { type AnyZodObject, z, type ZodRawShape } from 'zod';
import { call } from '../client/call';
import { type Client, ServiceError } from '../client/client';
import type { StartedJob } from '../client/jobs/job';
import type { ApiRequest } from '../client/request';
import type { Failure } from '../errors/row';
import type { FormType } from '../form/form';
import { type Issue, isObject, type JsonObject } from '../json/json';
import type { FieldList, ListSearch } from './pickers';

/** Schema of an object in a response, for documentation and the order of fields. All fields are optional. */
export const openObject = <Shape extends ZodRawShape>(shape: Shape) =>
	z.object(shape).partial().passthrough();

export const anything = z.unknown();

/** Value of a metadata field. If the field occurs several times on a page, the value is a list. */
export const textOrTexts = z.union([z.string(), z.array(z.string())]);

export interface Notice {
	/** Notices of the same kind are merged into one hint. By default, the kind is the advice, or else the text. */
	kind?: string;
	/** A sentence without its final period. The duration in `ms` replaces `{time}`. */
	text: string;
	ms?: number;
	/** Advice to the user. `{name}` is a placeholder for the label of a form field. */
	advice?: string;
	/** Whether a language model that uses the node as a tool can follow the advice. */
	forModels?: true;
	/** Whether the editor shows the hint as a warning. */
	warns?: boolean;
	/** Index of the item that the notice belongs to. By default, the notice belongs to the whole request. */
	item?: number;
}

type PossibleNotice = Notice | false | undefined;

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];

/**
 * Returns the notices that apply. A list can have more entries than a call can have arguments. Does not use `flat`, which
 * would take most of the time for a job with 60,000 pages.
 */
export function noticesOf(
	...notices: readonly (PossibleNotice | readonly PossibleNotice[])[]
): Notice[] {
	const applying: Notice[] = [];
	const add = (notice: PossibleNotice): void => {
		if (notice !== false && notice !== undefined) applying.push(notice);
	};
	for (const notice of notices) {
		if (isList(notice)) notice.forEach(add);
		else add(notice);
	}
	return applying;
}

interface FileContent {
	content: Buffer;
	fileName: string;
	mimeType: string;
}

export interface FileLink {
	url: string;
	/** Defaults that apply if neither the server nor the URL provides a name or MIME type. The name has no extension. */
	fallback: { name: string; mimeType: string };
}

/** A file of an item. `at` is the path in the item's JSON to the content or link of the file. */
export type OutputFile = { field: string; at?: readonly (string | number)[] } & (
	FileContent | FileLink
);

/** One output item, or the failure of one part of a request. */
export type OutputPart = {
	/** Indexes of the input items among the items of the request. Defaults to the first item. */
	item?: number | readonly number[];
} & (
	| { json: JsonObject; files?: OutputFile[] }
	| { failure: Failure }
	/** The error of a request of the part's own. */
	| { error: ServiceError }
);

export interface Output {
	/** Creates each part only when it is read, so that the caller can pause between the parts of a large response. */
	parts: Iterable<OutputPart>;
	notices?: readonly Notice[];
}

/** Throws if the only answer of an item is an error, or if the execution was stopped. */
export function throwOnlyError(answers: readonly unknown[]): void {
	const errors = answers.filter((answer) => answer instanceof ServiceError);
	const error = errors.find(({ isAborted }) => isAborted) ?? (answers.length === 1 && errors[0]);
	if (error) throw error;
}

/** Returns one item per entry of a list. If `isEmpty` is given, it is a notice for an empty list. */
export const listOutput = (entries: readonly JsonObject[], isEmpty?: string): Output => ({
	parts: entries.map((json) => ({ json })),
	notices: noticesOf(entries.length === 0 && isEmpty !== undefined && { text: isEmpty }),
});

/** Returns the response to a start request as one item. */
export const startedOutput = ({ response, jobId }: StartedJob): Output => ({
	parts: [{ json: { ...response, jobId } }],
});

/**
 * What the output is made from. `Inputs` contains what was `sent` and the node's `own` settings, but not the form, whose
 * values *Additional Body Fields* may have replaced.
 */
export type OutputContext<Inputs = unknown, Values = unknown> = Inputs & {
	simplify: boolean;
	requestId?: string;
	nowMs: number;
	/** Values of all items of the request, to find the item of a part. */
	batch: readonly Values[];
	/** Field of the response that contains its data. */
	dataField?: string;
};

/** What each operation declares: texts, form, and request. */
interface Definition<Values, Inputs> {
	/** Label of the operation. By default, the words of its key in the resource. */
	name?: string;
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
	simplifies?: true;
	/** Name of the form field in which users enter the names of binary fields. Its value contains the files. */
	inputFiles?: string;
	/** Schema of an item's JSON. The node does not validate the output with this schema. */
	output: AnyZodObject;
	/** Whether the node processes the items one after the other. */
	oneByOne?: true;
	/** Form, without Resource, Operation, and the settings of all operations. */
	form: {
		fields: INodeProperties[];
		input: FormType<Values>;
		sent(values: Values): object;
		own(values: Values): object;
		inputs(values: Values, body: JsonObject): Inputs;
	};
	/**
	 * Names of fields that have the same meaning in *Additional Body Fields* as in the form, and are checked there. The other
	 * fields are sent as they are.
	 */
	readsFromBody?: readonly string[];
	/** Returns issues with values that cannot be combined. */
	conflicts?(values: NoInfer<Values>): Issue[];
	/** Returns a key for items that one request can contain together, or undefined for an item with its own request. */
	batchKey?(values: NoInfer<Values>): string | undefined;
	/** What the node does with items whose requests and settings are equal. By default, each item sends its request. */
	equalItems?: {
		/** Name of the work that the request starts. */
		name: string;
		/** Whether the items share one request, and each has a copy of its output. Otherwise, a hint counts the requests. */
		share: boolean;
		/** Another way to send one request, in addition to n8n's *Execute Once*. */
		alternative?: string;
	};
	/** Returns issues because of which the request leaves out an item. */
	leftOut?(values: NoInfer<Values>): Issue[];
	/** Returns the request of all items of a batch, for the preview and `execute`. `values` are those of the first item. */
	toRequest(values: Values, batch: readonly Values[]): ApiRequest;
}

/** An operation, with the functions that send its request and convert the answer to output. */
export interface DefinedOperation<
	Values = unknown,
	Answer = unknown,
	Inputs = unknown,
> extends Definition<Values, Inputs> {
	/** Throws a `ServiceError` if a request fails. */
	execute(request: ApiRequest, client: Client, inputs: Inputs): Promise<Answer>;
	toOutput(answer: Answer, context: OutputContext<Inputs, NoInfer<Values>>): Output;
}

/** An operation of a resource. */
export interface Operation extends DefinedOperation {
	value: string;
	name: string;
}

/** Returns the response or, with Simplify, the data in it as one item. */
function oneItem(
	answer: JsonObject,
	{ simplify, dataField }: Pick<OutputContext, 'simplify' | 'dataField'>,
): Output {
	const data = simplify && dataField !== undefined ? answer[dataField] : undefined;
	return { parts: [{ json: isObject(data) ? data : answer }] };
}

/**
 * Returns an operation. By default, the operation sends one request, whose answer is the JSON of the response, and
 * returns one item. Without `toOutput`, the answer must be JSON. Otherwise, it may have any type, such as a job.
 */
export function defineOperation<Values, Answer, Inputs>(
	operation: DefinedOperation<Values, Answer, Inputs>,
): DefinedOperation;
export function defineOperation<Values, Inputs>(
	operation: Definition<Values, Inputs> & Partial<DefinedOperation<Values, JsonObject, Inputs>>,
): DefinedOperation;
export function defineOperation(operation: Definition<unknown, unknown>): DefinedOperation {
	return { execute: call, toOutput: oneItem, ...operation };
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

/** Returns the words of a name in Title Case: `getPages` becomes `Get Pages`. */
const toLabel = (name: string): string =>
	name.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/(?<=[a-z])[A-Z]/g, ' $&');

/** Returns a resource. The key of each operation is its value in the form, and the first operation is the default. */
export const defineResource = ({
	operations,
	...resource
}: Omit<Resource, 'name' | 'defaultOperation' | 'operations'> & {
	operations: Readonly<Record<string, DefinedOperation>>;
}): Resource => ({
	...resource,
	name: toLabel(resource.value),
	defaultOperation: Object.keys(operations)[0] ?? '',
	operations: Object.entries(operations).map(([value, operation]) => ({
		...operation,
		value,
		name: operation.name ?? toLabel(value),
	})),
});
