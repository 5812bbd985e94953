// What an operation is: a record of data and pure functions. The engine in host/ walks it and has no branch for any of them.

import type { INodeProperties } from 'n8n-workflow';
import type { ZodType, ZodTypeDef } from 'zod';
import type { JsonObject } from '../api/answer';
import { issuesOf, type ContractIssue } from '../api/contract/issues';
import type { ApiRequest } from '../api/request';

/** Something that happened quietly and that a person should see beside the output. */
export interface Notice {
	/** Notices of one kind are shown together. */
	kind: string;
	/** Completes "N items: …", in sentence case. */
	text: string;
}

/** A request, or what is wrong with the values that it should have been made of. */
export type Plan = { request: ApiRequest } | { issues: ContractIssue[] };

/** What an operation says about itself, whatever its values are. */
interface Offer {
	/** Value of the Operation field. */
	value: string;
	/** Name in the Operation list. */
	name: string;
	/** Sentence-case phrase for the node panel and for a model that chooses a tool. */
	action: string;
	description: string;
	/** The form, without Resource, Operation and the node's own settings. */
	fields: INodeProperties[];
	/** The answer's field that the node outputs with Simplify on; a success without it is none. No such field: no Simplify. */
	simplifiesTo?: string;
	/** What a person should know about this answer. */
	notices?(answer: JsonObject): Notice[];
}

interface Definition<Values> extends Offer {
	/** Checks the form's values and gives them their final shape. */
	input: ZodType<Values, ZodTypeDef, unknown>;
	toRequest(values: Values): ApiRequest;
}

export interface Operation extends Offer {
	/** The request that the form's values stand for. Nothing is sent. */
	plan(values: JsonObject): Plan;
}

export interface Resource {
	value: string;
	name: string;
	operations: readonly Operation[];
}

/** Makes an operation out of its contract and the function that turns checked values into a request. */
export function defineOperation<Values>(definition: Definition<Values>): Operation {
	const { input, toRequest, ...offer } = definition;
	return {
		...offer,
		plan(values) {
			const checked = input.safeParse(values);
			return checked.success
				? { request: { holds: offer.simplifiesTo, ...toRequest(checked.data) } }
				: { issues: issuesOf(checked.error, values) };
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
