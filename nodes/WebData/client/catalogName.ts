import type { Failure } from '../errors/row';
import { requestRows } from '../errors/rows/scrape';
import { isObject, type JsonObject, listOf } from '../json/json';
import { MAX_ACCOUNTS, RecentMap } from './account';
import { type OpenAccount, ServiceError, serviceError } from './client';
import type { ApiRequest } from './request';

/** Name of the catalog in the specification, which the node uses everywhere else. */
const SPECIFIED = 'catalog';
/** Name of the catalog on the public service since September 2026. */
const PUBLIC = 'alexandria';

/** Names that services have accepted, by a fingerprint of the account. */
const acceptedNames = new RecentMap<string>(MAX_ACCOUNTS);

/** A source of a search is a name or an object (specification, Search). */
export const sourceType = (source: unknown): unknown => (isObject(source) ? source.type : source);

function withName(body: JsonObject, name: string): JsonObject {
	const { [SPECIFIED]: calls, sources, ...rest } = body;
	const renamed = listOf(sources).map((source) => {
		if (sourceType(source) !== SPECIFIED) return source;
		return isObject(source) ? { ...source, type: name } : name;
	});
	return {
		...(calls !== undefined && { [name]: calls }),
		...rest,
		...(sources !== undefined && { sources: renamed }),
	};
}

/** Whether a body uses the catalog, so that its name matters. */
export const usesCatalog = (body: JsonObject = {}): boolean =>
	SPECIFIED in body || listOf(body.sources).some((source) => sourceType(source) === SPECIFIED);

/** Whether the service does not know the name of the catalog. It has executed nothing then. */
const isNameUnknown = ({ errorId, httpCode, issues = [] }: Failure): boolean =>
	errorId === requestRows.catalogNotSupported.id ||
	(httpCode === 400 && issues.some(({ path }) => path[0] === 'sources'));

/** The form finds its fields by the paths of the issues. */
function withSpecifiedName(thrown: unknown): ServiceError {
	const error = serviceError(thrown);
	const issues = error.failure.issues?.map(({ path: [first = '', ...steps], message }) => ({
		path: [first === PUBLIC ? SPECIFIED : first, ...steps],
		message,
	}));
	return error.with({ ...error.failure, issues });
}

/**
 * Sends a request with the name of the catalog that the account's service knows. The specified name comes first. A
 * refusal of this name is free, and is the only reason to send the request again with the public name. Both requests
 * have the same ID, because the ID is derived from the body with the specified name.
 */
export async function sendWithCatalogName(
	request: ApiRequest,
	{ id }: Pick<OpenAccount, 'id'>,
	send: (request: ApiRequest) => Promise<JsonObject>,
): Promise<JsonObject> {
	const { body = {} } = request;
	const known = acceptedNames.get(id) ?? SPECIFIED;
	const sendAs = (name: string): Promise<JsonObject | ServiceError> =>
		send({ ...request, body: withName(body, name) }).catch(withSpecifiedName);
	const first = await sendAs(known);
	if (!(first instanceof ServiceError)) return first;
	if (!isNameUnknown(first.failure)) throw first;
	const other = known === SPECIFIED ? PUBLIC : SPECIFIED;
	const second = await sendAs(other);
	const isError = second instanceof ServiceError;
	if (isError && isNameUnknown(second.failure)) throw first;
	acceptedNames.set(id, other);
	if (isError) throw second;
	return second;
}
