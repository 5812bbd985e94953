import type { IDataObject } from 'n8n-workflow';
import { isObject, type JsonObject } from '../../api/http/response';
import type { FilePart } from '../../transport/http';
import { requestHeaders, requestUrl, type Account, type ApiRequest } from '../../api/http/request';

/** n8n runs a node again if its first output item contains a top-level `error`, so this key is renamed. */
const ERROR_FIELD_NAME = 'serviceError';

const renameErrorField = (json: JsonObject): JsonObject => {
	if (!Object.hasOwn(json, 'error')) return json;
	const named = Object.entries(json).map(([key, value]) => [
		key === 'error' ? ERROR_FIELD_NAME : key,
		value,
	]);
	return Object.fromEntries(named) as JsonObject;
};

/** Response JSON is valid n8n data, because every response is parsed from text. */
const asItemJson = (json: JsonObject): IDataObject => json as IDataObject;

export const toItemJson = (json: JsonObject): IDataObject => asItemJson(renameErrorField(json));

/** Returns the JSON without the value at a path. An object key is removed, and a list entry is replaced with `null`. */
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

/** Returns the exact request with the API key masked. */
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
