import type { AnyZodObject } from 'zod';
import type { ApiRequest, Client } from '../client/client';
import { fingerprint } from '../client/request';
import { checkFields } from '../form/issues';
import { insertLabels, labelsOf } from '../form/labels';
import { isHint, type Issue, isObject, type JsonObject } from '../json/json';
import { deepMerge, sortKeys } from './body';
import { adviceWithLabels, urlNotices } from './notices';
import type { Operation, Output, OutputContext, OutputPart } from './operation';

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
		private readonly operation: Operation,
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
	private get inputs(): unknown {
		return this.operation.form.inputs(this.values, this.request.body ?? {});
	}

	execute(request: ApiRequest, client: Client): Promise<unknown> {
		return this.operation.execute(request, client, this.inputs);
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
			dataField: this.request.dataField,
			...(inputs as object),
		});
		return {
			// A whole response keeps the order of the service.
			parts: simplifies && !simplify ? parts : sortParts(parts, operation.output),
			notices: [...urlNotices(batch), ...notices].map(adviceWithLabels(labelsOf(form.fields))),
		};
	}
}

/** Moves the fields in `names` from *Additional Body Fields* to the form. `inBody` contains the names of those moved. */
function readFromBody(
	entered: JsonObject,
	names: readonly string[],
): { entered: JsonObject; inBody: string[] } {
	const { additionalBodyFields: additions, ...others } = entered;
	if (!isObject(additions)) return { entered, inBody: [] };
	const inBody = names.filter((name) => additions[name] !== undefined);
	if (inBody.length === 0) return { entered, inBody };
	const isMoved = ([name]: [string, unknown]): boolean => inBody.includes(name);
	const moved = Object.fromEntries(Object.entries(additions).filter(isMoved));
	const rest = Object.entries(additions).filter((entry) => !isMoved(entry));
	return {
		entered: { ...others, ...moved, additionalBodyFields: Object.fromEntries(rest) },
		inBody,
	};
}

/** Returns the plan of an item, or the issues with the values that the user entered. */
export function planItem(operation: Operation, fromForm: JsonObject): Plan | { issues: Issue[] } {
	const { form, conflicts, readsFromBody = [] } = operation;
	const { entered, inBody } = readFromBody(fromForm, readsFromBody);
	const { additionalBodyFields: additions, ...others } = entered;
	const checked = checkFields(form.input, others);
	const inForm = ({ path, ...issue }: Issue): Issue =>
		inBody.includes(String(path[0]))
			? { ...issue, path: ['additionalBodyFields', ...path] }
			: { ...issue, path };
	if ('issues' in checked) return { issues: checked.issues.map(inForm) };
	const labelOf = labelsOf(form.fields);
	const checks = (conflicts?.(checked.values) ?? []).map(inForm).map((issue) => ({
		...issue,
		message: insertLabels(issue.message, labelOf) ?? issue.message,
		remedy: issue.remedy && insertLabels(issue.remedy, labelOf),
	}));
	const issues = checks.filter((issue) => !isHint(issue));
	if (issues.length > 0) return { issues };
	if (additions !== undefined && !isObject(additions)) {
		return { issues: [{ path: ['additionalBodyFields'], message: 'must be a JSON object' }] };
	}
	return new Plan(operation, entered, checked.values, [], checks);
}
