import type { IDataObject } from 'n8n-workflow';
import { type Account, type ApiRequest, requestHeaders, requestUrl } from '../../client/request';
import { isObject, type JsonObject } from '../../json/json';
import type { FilePart } from '../../transport/http';

/** n8n runs a node again if its first output item contains the top-level key `error`, so the key is renamed. */
const ERROR_FIELD_NAME = 'serviceError';

const renameErrorField = (json: JsonObject): JsonObject => {
	if (!Object.hasOwn(json, 'error')) return json;
	const named = Object.entries(json).map(([key, value]) => [
		key === 'error' ? ERROR_FIELD_NAME : key,
		value,
	]);
	return Object.fromEntries(named) as JsonObject;
};

/** The cast is safe, because JSON contains only values that n8n accepts in item data. */
const asItemJson = (json: JsonObject): IDataObject => json as IDataObject;

export const toItemJson = (json: JsonObject): IDataObject => asItemJson(renameErrorField(json));

/** Removes the value at a path. A removed list entry becomes `null`. */
export const removeAt = (json: IDataObject, at: readonly (string | number)[]): IDataObject =>
	removeStep(json, at) as IDataObject;

function removeStep(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
	if (Array.isArray(value)) {
		return value.map((each: unknown, index) =>
			index !== step ? each : rest.length === 0 ? null : removeStep(each, rest),
		);
	}
	if (!isObject(value) || step === undefined) return value;
	const { [String(step)]: inner, ...others } = value;
	return rest.length === 0 ? others : { ...value, [String(step)]: removeStep(inner, rest) };
}

const previewFile = ({ content: _content, ...file }: FilePart): JsonObject => ({ ...file });

/** Returns the request that the node would send, with the API key masked and without the contents of files. */
export function requestPreview(account: Account, request: ApiRequest): IDataObject {
	const headers = requestHeaders(account, request);
	return asItemJson({
		method: request.method,
		url: requestUrl(account, request),
		headers: { ...headers, authorization: 'Bearer ***' },
		...(request.body === undefined ? {} : { body: request.body }),
		...(request.files === undefined ? {} : { files: request.files.map(previewFile) }),
	});
}
