import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import { type Client, ServiceError, serviceError } from '../../client/client';
import type { Failure } from '../../errors/row';
import { locatorValue } from '../../form/coerce';
import { type LabelOf, withLabels } from '../../form/labels';
import { BYTES_PER_MB, isObject } from '../../json/json';
import type { FieldList, ListSearch, PickerContext } from '../../operation/pickers';
import { fieldLists, listSearches } from '../../resources';
import { withClient } from '../network/accounts';
import { requestError } from '../output/errors';
import { escapeHtml, failureText, failureTexts } from '../output/text';

/** If the service only says that the request is not valid, the message names the rejected field of the API. */
const pickerMessage = (failure: Failure): string => {
	const nameOf: LabelOf = (at) => (typeof at === 'string' ? at : at.join('.')) || undefined;
	return failureTexts(failure, withLabels(failure.issues ?? [], nameOf)).message;
};

const toPickerError = (context: ILoadOptionsFunctions, failure: Failure): Error =>
	requestError(context.getNode(), failure, pickerMessage(failure));

/** A user waits in the editor. */
const settings = { maxTries: 3, maxWaitMs: 10_000, maxResponseBytes: 20 * BYTES_PER_MB };

const pickerContext = (context: ILoadOptionsFunctions, client: Client): PickerContext => ({
	client,
	textIn(field) {
		const value = locatorValue(context.getCurrentNodeParameter(field));
		const text = typeof value === 'string' ? value.trim() : '';
		// If the editor cannot resolve an expression, the value is the unresolved expression.
		return text.startsWith('=') ? '' : text;
	},
});

/** n8n shows an error of this method instead of the list. */
const listMethod = (search: ListSearch) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const page = await withClient(this, settings, (client) =>
			search(pickerContext(this, client), filter, paginationToken),
		).catch((thrown: unknown) => {
			throw toPickerError(this, serviceError(thrown).failure);
		});
		return { results: page.choices, paginationToken: page.next };
	};

/**
 * If this method throws an error, the editor keeps the current fields. If the result has no fields, the editor shows
 * `emptyFieldsNotice` as HTML.
 */
const fieldsMethod = ({ name, load }: FieldList) =>
	async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const list = await withClient(this, settings, (client) =>
			load(pickerContext(this, client)),
		).catch(serviceError);
		if (!(list instanceof ServiceError)) {
			const { fields, notice } = list;
			return { fields, emptyFieldsNotice: notice === undefined ? undefined : escapeHtml(notice) };
		}
		const { failure } = list;
		const stored: unknown = this.getCurrentNodeParameter(name);
		const hasFields = isObject(stored) && Array.isArray(stored.schema) && stored.schema.length > 0;
		if (hasFields) throw toPickerError(this, failure);
		const notice = escapeHtml(failureText(failure, pickerMessage(failure)));
		return { fields: [], emptyFieldsNotice: notice };
	};

const mapValues = <Picker, Method>(
	pickers: Record<string, Picker>,
	method: (picker: Picker) => Method,
): Record<string, Method> =>
	Object.fromEntries(Object.entries(pickers).map(([name, picker]) => [name, method(picker)]));

export const listSearch = mapValues(listSearches, listMethod);

export const resourceMapping = mapValues(fieldLists, fieldsMethod);
