// What goes into an item's json: the answer, whole or simplified, or the preview of a request.

import type { IDataObject } from 'n8n-workflow';
import { isObject, type JsonObject } from '../api/answer';
import { headersOf, urlOf, type Account, type ApiRequest } from '../api/request';
import type { Operation } from '../operations/operation';

/** n8n runs a node again whose first item has a top-level `error`, so the service's goes by another name. */
const SAFE_NAME = 'serviceError';

const withoutError = (json: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(json).map(([key, value]) => [key === 'error' ? SAFE_NAME : key, value]),
	);

/** The service's JSON is n8n's JSON: it was parsed from text. */
const asItemJson = (json: JsonObject): IDataObject => json as IDataObject;

/** The item's json: the answer, or with Simplify the object in it that the operation simplifies to. */
export function jsonOf(
	answer: JsonObject,
	{ simplifiesTo }: Operation,
	simplify: boolean,
): IDataObject {
	const held = simplify && simplifiesTo !== undefined ? answer[simplifiesTo] : undefined;
	return asItemJson(withoutError(isObject(held) ? held : answer));
}

/** The exact request, with the key masked. */
export function previewOf(account: Account, request: ApiRequest): IDataObject {
	const headers = headersOf(account, request);
	return asItemJson({
		method: request.method,
		url: urlOf(account, request),
		headers: { ...headers, authorization: 'Bearer ***' },
		...(request.body === undefined ? {} : { body: request.body }),
	});
}
