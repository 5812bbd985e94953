// What the editor asks for while a node is set up: lists to choose from, and the fields of what was chosen.

import {
	NodeApiError,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { isObject } from '../../api/http/response';
import { callApi, type CallSettings } from '../../api/http/call';
import type { Failure } from '../../api/errors/failure';
import { locatorValue } from '../../operations/form/coerce';
import type { PickerContext, FieldList, ListSearch } from '../../operations/common/editorLists';
import { fieldLists, listSearches } from '../../operations';
import { openAccounts, type OpenAccount } from '../network/accounts';
import { hostRuntime } from '../network/runtime';
import { maskFailure } from '../output/maskSecret';
import { insertLabels } from '../output/insertLabels';

/** A person is waiting: what does not come soon is tried again by hand. */
const settings: CallSettings = {
	maxTries: 3,
	maxWaitMs: 10_000,
	maxResponseBytes: 20 * 1024 * 1024,
};

/** An answer of one person's editor is no load that would need pacing. */
const unlimited = { guard: <Same>(transport: Same): Same => transport };

const parameterText = (value: unknown): string => {
	const text = typeof value === 'string' ? value.trim() : '';
	// An expression that the editor could not resolve stands here as it was written.
	return text.startsWith('=') ? '' : text;
};

const pickerContext = (
	context: ILoadOptionsFunctions,
	{ account, transport }: OpenAccount,
): PickerContext => ({
	now: hostRuntime.now(),
	textIn: (field) => parameterText(locatorValue(context.getCurrentNodeParameter(field))),
	async ask(request) {
		const result = await callApi(request, {
			account,
			transport,
			runtime: hostRuntime,
			settings,
			replayStore: { get: () => ({}), set: () => undefined },
			isStopped: () => false,
		});
		if (result.ok) return { answer: result.answer };
		return { failure: maskFailure(result.failure, account.apiKey) };
	},
});

const failureDescription = ({ cause, remedy }: Failure): string =>
	insertLabels(`${cause} ${remedy}`, []);

function toError(node: INode, message: string, description: string, httpCode?: number): Error {
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			httpCode: httpCode === undefined ? undefined : String(httpCode),
		},
	);
	// The class replaces messages in which it finds the name of a Node error code.
	error.message = message;
	return error;
}

const toPickerError = (context: ILoadOptionsFunctions, failure: Failure): Error =>
	toError(context.getNode(), failure.message, failureDescription(failure), failure.httpCode);

/**
 * Asks the service for an editor, with the credential that is chosen in it.
 *
 * @throws what n8n shows in place of the list: the credential is not complete
 */
async function withService<Found>(
	context: ILoadOptionsFunctions,
	work: (asking: PickerContext) => Promise<Found>,
): Promise<Found> {
	const accounts = openAccounts(context, unlimited, 1);
	try {
		const opened = await accounts.open(0);
		if (!('issues' in opened)) return await work(pickerContext(context, opened));
		const [{ label, message } = { label: 'Credential', message: 'is not complete' }] =
			opened.issues;
		throw toError(context.getNode(), `'${label}' ${message}`, 'Complete the credential.');
	} finally {
		await accounts.close();
	}
}

const listMethod = (search: ListSearch) =>
	async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const found = await withService(this, (asking) =>
			search(asking, filter ?? '', paginationToken),
		);
		if ('failure' in found) throw toPickerError(this, found.failure);
		return { results: found.choices, paginationToken: found.next };
	};

const hasFields = (stored: unknown): boolean =>
	isObject(stored) && Array.isArray(stored.schema) && stored.schema.length > 0;

/**
 * The editor says nothing of an error here and keeps the fields that it has; of an answer without fields it
 * shows the notice and offers to take its own away. So the first is for a form that has fields, the second for one that has none.
 */
const fieldsMethod = ({ name, load }: FieldList) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const found = await withService(this, load);
		if (!('failure' in found)) return { fields: found.fields, emptyFieldsNotice: found.notice };
		const { failure } = found;
		if (hasFields(this.getCurrentNodeParameter(name))) throw toPickerError(this, failure);
		const message = failure.message.replace(/[.:]$/, '');
		return { fields: [], emptyFieldsNotice: `${message}. ${failureDescription(failure)}` };
	};

const mapValues = <Picker, Method>(
	pickers: Record<string, Picker>,
	method: (picker: Picker) => Method,
): Record<string, Method> =>
	Object.fromEntries(Object.entries(pickers).map(([name, picker]) => [name, method(picker)]));

export const listSearch = mapValues(listSearches, listMethod);

export const resourceMapping = mapValues(fieldLists, fieldsMethod);
