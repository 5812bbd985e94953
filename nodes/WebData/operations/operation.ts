// What an operation is: a record of data and pure functions. The engine in host/ walks it and has no branch for any of them.

import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject, ZodType, ZodTypeDef } from 'zod';
import { isObject, type JsonObject } from '../api/http/response';
import { callApi, type CallResult, type Session } from '../api/http/call';
import { issuesOf, type ContractIssue } from '../api/schema/issues';
import { narrowUnion } from '../api/schema/narrowUnion';
import type { Failure } from '../api/errors/failure';
import type { ApiRequest } from '../api/http/request';
import { labelOf } from './form/labels';
import { sortKeys } from './form/sortKeys';

/** Something that happened quietly and that a person should see beside the output. */
export interface Notice {
	/** Notices of one kind are shown together. */
	kind: string;
	/** What happened: a sentence without its full stop. `{time}` stands for `ms`, of several items for the longest. */
	text: string;
	/** A length of time in milliseconds. */
	ms?: number;
	/** What to do about it, as `text` is written; the same for all notices of a kind. */
	advice?: string;
	/** Whether the output may not be what a person takes it for. */
	warns?: boolean;
}

interface FileTarget {
	/** Name of the item's binary field. */
	field: string;
	/** Where the item's json has the content or the link. Without that a file that cannot be had fails the item. */
	at?: readonly (string | number)[];
}

/** A file that came with an answer. Its content leaves the item's json. */
export interface FileContent extends FileTarget {
	content: Buffer;
	fileName: string;
	mimeType: string;
}

/** A file that an answer points at. */
export interface FileLink extends FileTarget {
	url: string;
	/** Name without ending and type, for where neither the server nor the address tells. */
	fallback: { name: string; mimeType: string };
}

export type OutputFile = FileContent | FileLink;

/** One output of an answer: an item, or a part of the work that failed while others did not. */
export type OutputPart = { json: JsonObject; files?: OutputFile[] } | { failure: Failure };

/** What is known when an answer is read. */
export interface OutputOptions {
	simplify: boolean;
	/** `x-request-id` that the request was sent under, where it has one. */
	requestId?: string;
}

/** What an item's form stands for. Nothing is sent yet. */
export interface Plan {
	request: ApiRequest;
	/** Does the work, with all requests that it takes. */
	execute(request: ApiRequest, session: Session): Promise<CallResult>;
	/** The outputs of an answer, in their order. */
	toParts(answer: JsonObject, reading: OutputOptions): OutputPart[];
	/** What a person should know about this answer, at a time in milliseconds since the epoch. */
	notices(answer: JsonObject, nowMs: number): Notice[];
}

/** What an operation says about itself, whatever its values are. */
interface OperationInfo {
	/** Value of the Operation field. */
	value: string;
	/** Name in the Operation list. */
	name: string;
	/** Sentence-case phrase for the node panel and for a model that chooses a tool. */
	action: string;
	description: string;
	/** What a model reads that has this as a tool: what it gives, what it needs, what it costs. A person can change it. */
	toolDescription: string;
	/** The form, without Resource, Operation and the node's own settings. */
	fields: INodeProperties[];
	/** Whether the form has Simplify. */
	simplifies?: boolean;
	/** What stands in an item's json, with Simplify on where there is one; the most useful first, and so it comes out. It is never checked. */
	output: AnyZodObject;
	/** Most items to work on side by side, where waiting and not requests is what takes the time; else Max Concurrency. */
	maxParallel?: number;
}

interface Definition<Values> extends OperationInfo {
	/** Checks the form's values and gives them their final shape. */
	input: ZodType<Values, ZodTypeDef, unknown>;
	/** What of checked values excludes each other. Messages name other fields as `{name}`. Nothing unless told. */
	conflicts?(values: Values): ContractIssue[];
	toRequest(values: Values): ApiRequest;
	/** One call unless told. */
	execute?(request: ApiRequest, session: Session, values: Values): Promise<CallResult>;
	/** One item unless told: the whole answer, or with Simplify the object that the request `holds`. */
	toParts?(answer: JsonObject, reading: OutputOptions, values: Values): OutputPart[];
	/** None unless told. */
	notices?(answer: JsonObject, values: Values, nowMs: number): Notice[];
}

export interface Operation extends OperationInfo {
	/** What the form's values stand for, or what is wrong with them. */
	plan(values: JsonObject): Plan | { issues: ContractIssue[] };
}

export interface Resource {
	value: string;
	name: string;
	/** Value of the operation that a new node has. */
	defaultOperation: string;
	operations: readonly Operation[];
}

function responseOrData(answer: JsonObject, simplify: boolean, holds?: string): OutputPart[] {
	const held = simplify && holds !== undefined ? answer[holds] : undefined;
	return [{ json: isObject(held) ? held : answer }];
}

const sortPart = (part: OutputPart, output: AnyZodObject): OutputPart =>
	'json' in part ? { ...part, json: sortKeys(part.json, output) } : part;

const insertFieldNames =
	(fields: readonly INodeProperties[]) =>
	({ path, message }: ContractIssue): ContractIssue => ({
		path,
		message: message.replace(
			/\{(\w+)\}/g,
			(_, name: string) => `'${labelOf(fields, name) ?? name}'`,
		),
	});

/** Makes an operation out of its contract and the functions that turn checked values into work and its output. */
export function defineOperation<Values>(definition: Definition<Values>): Operation {
	const { input, conflicts, toRequest, execute, toParts, notices, ...offer } = definition;
	const contractFor = narrowUnion(input);
	return {
		...offer,
		plan(values) {
			const checked = contractFor(values).safeParse(values);
			if (!checked.success) return { issues: issuesOf(checked.error, values) };
			const { data } = checked;
			const crossed = conflicts?.(data) ?? [];
			if (crossed.length > 0) return { issues: crossed.map(insertFieldNames(offer.fields)) };
			const request = toRequest(data);
			return {
				request,
				execute: (toSend, session) => (execute ?? callApi)(toSend, session, data),
				toParts: (answer, reading) => {
					const parts =
						toParts?.(answer, reading, data) ??
						responseOrData(answer, reading.simplify, request.dataField);
					return offer.simplifies === true && !reading.simplify
						? parts
						: parts.map((part) => sortPart(part, offer.output));
				},
				notices: (answer, nowMs) => notices?.(answer, data, nowMs) ?? [],
			};
		},
	};
}

/** The same fields, shown for this resource and these operations alone. */
export function showFor(
	resource: string,
	operations: readonly string[],
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, resource: [resource], operation: [...operations] },
		},
	}));
}
