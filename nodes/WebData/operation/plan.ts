import type { AnyZodObject } from 'zod';
import type { ApiRequest } from '../client/request';
import { type CheckedValues, validateFields } from '../form/issues';
import { insertLabels, type LabelOf, labelsOf } from '../form/labels';
import {
	fingerprint,
	isHint,
	isObject,
	type Issue,
	type JsonObject,
	type Path,
} from '../json/json';
import { deepMerge, sortKeys } from './body';
import { adviceWithLabels, urlNotices } from './notices';
import type { DefinedOperation, Output, OutputContext, OutputPart } from './operation';

function* sortParts(parts: Iterable<OutputPart>, output: AnyZodObject): Iterable<OutputPart> {
	for (const part of parts) {
		yield 'json' in part ? { ...part, json: sortKeys(part.json, output) } : part;
	}
}

/**
 * A request for the form values of an item, or of several items. A class, because functions of their own for each of 10,000
 * items would need more memory than the values.
 */
export class Plan {
	/** Items with the same key form a group. Undefined if the item never belongs to a group. */
	readonly groupKey?: string;
	/** Whether the request of the group contains all its items. Otherwise, the items have equal requests. */
	readonly joinsItems: boolean;
	/** Issues because of which the request leaves out the item. A request that leaves out all items is not sent. */
	readonly leftOut: readonly Issue[];
	private created?: ApiRequest;

	/** `entered` contains the values of the item before validation, and `others` the other items of the request. */
	constructor(
		private readonly operation: DefinedOperation,
		readonly entered: JsonObject,
		readonly values: unknown,
		private readonly others: readonly Plan[] = [],
		/** Values that are probably wrong but are sent. */
		readonly hints: readonly Issue[] = [],
	) {
		const joined = operation.batchKey?.(values);
		this.joinsItems = joined !== undefined;
		const key = joined ?? (operation.equalItems && values);
		const { additionalBodyFields: additions } = entered;
		// A fingerprint, because each of 10,000 items can contain a long list.
		this.groupKey = key === undefined ? undefined : fingerprint({ key, additions });
		this.leftOut = operation.leftOut?.(values) ?? [];
	}

	/** Returns the plan of one request for this item and the `others`. */
	withOthers(others: readonly Plan[]): Plan {
		return new Plan(this.operation, this.entered, this.values, others);
	}

	private get batch(): Plan[] {
		return [this, ...this.others];
	}

	/** Created at the first use, because the items of a batch share a request. */
	get request(): ApiRequest {
		if (this.created === undefined) {
			const valuesOfAll = this.batch.map(({ values }) => values);
			const request = this.operation.toRequest(this.values, valuesOfAll);
			// The group key contains the additions, so they are the same for all items.
			const { additionalBodyFields: additions } = this.entered;
			this.created = isObject(additions)
				? { ...request, body: deepMerge(request.body ?? {}, additions) }
				: request;
		}
		return this.created;
	}

	/** What was sent, and the node's own settings. */
	get inputs(): unknown {
		return this.operation.form.inputs(this.values, this.request.body ?? {});
	}

	toOutput(
		answer: unknown,
		{ simplify, requestId, nowMs }: Pick<OutputContext, 'simplify' | 'requestId' | 'nowMs'>,
	): Output {
		const { batch, operation, inputs } = this;
		const { form, simplifies } = operation;
		const { parts, notices = [] } = operation.toOutput(answer, {
			simplify,
			requestId,
			nowMs,
			batch: batch.map((item) => item.values),
			dataField: this.request.route.dataField,
			...(inputs as object),
		});
		return {
			// A whole response keeps the order of the service.
			parts: simplifies && !simplify ? parts : sortParts(parts, operation.output),
			notices: [...urlNotices(batch), ...notices].map(adviceWithLabels(labelsOf(form.fields))),
		};
	}
}

/** Moves the fields in `names` from *Additional Body Fields* to the form. */
function readFromBody(entered: JsonObject, names: readonly string[]): JsonObject {
	const { additionalBodyFields: additions, ...others } = entered;
	if (!isObject(additions)) return entered;
	const isMoved = ([name, value]: [string, unknown]): boolean =>
		value !== undefined && names.includes(name);
	const moved = Object.fromEntries(Object.entries(additions).filter(isMoved));
	const rest = Object.entries(additions).filter((entry) => !isMoved(entry));
	return { ...others, ...moved, additionalBodyFields: Object.fromEntries(rest) };
}

/**
 * Returns the form values as they are sent, with *Additional Body Fields*. A value that the form does not accept is sent
 * without checks, so it counts as not set.
 */
function sentValues(
	{ form: { input } }: DefinedOperation,
	values: object,
	{ additionalBodyFields: additions, ...entered }: JsonObject,
): unknown {
	if (!isObject(additions)) return values;
	const sent = deepMerge(entered, additions);
	const replaced = Object.keys(additions).flatMap((name) => {
		const type = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined;
		return type === undefined ? [] : [[name, type.safeParse(sent[name]).data as unknown]];
	});
	return { ...values, ...(Object.fromEntries(replaced) as JsonObject) };
}

/** Returns functions that tell where a value is, because it may be in *Additional Body Fields*. */
function openPlaces({ form: { fields } }: DefinedOperation, additions: unknown) {
	const labelOf = labelsOf(fields);
	const isInBody = (path: Path): boolean => {
		const at = (parent: unknown, key: string | number) => (parent as JsonObject | null)?.[key];
		return path.length > 0 && path.reduce(at, additions) !== undefined;
	};
	const placed = (path: Path): Path => (isInBody(path) ? ['additionalBodyFields', ...path] : path);
	/** The field that a message names is next to the field with the issue, or at the top level. */
	const labelsNextTo = (path: Path): LabelOf => {
		return (at) => {
			if (typeof at !== 'string') return labelOf(at);
			const inBody = [[...path.slice(0, -1), at], [at]].find(isInBody);
			return labelOf(inBody === undefined ? at : placed(inBody));
		};
	};
	return {
		withPlace: (issue: Issue): Issue => ({ ...issue, path: placed(issue.path) }),
		withLabels({ path, message, remedy, ...issue }: Issue): Issue {
			const labels = labelsNextTo(path);
			return {
				...issue,
				path: placed(path),
				message: insertLabels(message, labels) ?? message,
				remedy: remedy && insertLabels(remedy, labels),
			};
		},
	};
}

/** Returns the plan of an item, or the issues with the values that the user entered. */
export function planItem(
	operation: DefinedOperation,
	fromForm: JsonObject,
	checkedValues?: CheckedValues,
): Plan | { issues: Issue[] } {
	const { form, conflicts, readsFromBody = [] } = operation;
	const entered = readFromBody(fromForm, readsFromBody);
	const { additionalBodyFields: additions, ...others } = entered;
	const checked = validateFields(form.input, others, checkedValues);
	const { withPlace, withLabels } = openPlaces(operation, fromForm.additionalBodyFields);
	if ('issues' in checked) return { issues: checked.issues.map(withPlace) };
	const sent = sentValues(operation, checked.values as object, entered);
	const checks = (conflicts?.(sent) ?? []).map(withLabels);
	const issues = checks.filter((issue) => !isHint(issue));
	if (issues.length > 0) return { issues };
	if (additions !== undefined && !isObject(additions)) {
		return { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
	}
	return new Plan(operation, entered, checked.values, [], checks);
}
