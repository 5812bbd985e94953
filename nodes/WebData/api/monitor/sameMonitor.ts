import { objectsIn } from '../http/pagination';
import { parseUrl } from '../http/parseUrl';
import { isObject, type JsonObject } from '../http/response';

const normalize = (text: string): string => (parseUrl(text)?.href ?? text).replace(/\/$/, '');

/** The service stores a format such as `links` as `{ type: 'links' }`. */
const expand = (value: unknown): unknown => (typeof value === 'string' ? { type: value } : value);

const isSameText = (a: string, b: string): boolean => a === b || normalize(a) === normalize(b);

/** The service adds the format `markdown` to the formats of every target. */
const isAddedFormat = (stored: unknown): boolean => contains(stored, 'markdown');

/** Whether the stored formats are the requested formats in any order, ignoring the format that the service adds. */
function containsFormats(stored: unknown, requested: readonly unknown[]): boolean {
	if (!Array.isArray(stored)) return false;
	const formats = stored as unknown[];
	return (
		requested.every((format) => formats.some((each) => contains(each, format))) &&
		formats.every(
			(each) => isAddedFormat(each) || requested.some((format) => contains(each, format)),
		)
	);
}

const containsField = (name: string, stored: unknown, requested: unknown): boolean =>
	name === 'formats' && Array.isArray(requested)
		? containsFormats(stored, requested)
		: contains(stored, requested);

/** Whether a stored value contains every requested value. The stored value may also contain defaults and IDs. */
export function contains(stored: unknown, requested: unknown): boolean {
	if (typeof stored === 'string' && typeof requested === 'string') {
		return isSameText(stored, requested);
	}
	if (Array.isArray(requested)) {
		return (
			Array.isArray(stored) &&
			stored.length === requested.length &&
			requested.every((entry, index) => contains(stored[index], entry))
		);
	}
	const [object, fields] = [expand(stored), expand(requested)];
	if (isObject(object) && isObject(fields)) {
		return Object.entries(fields).every(([name, value]) =>
			containsField(name, object[name], value),
		);
	}
	return stored === requested;
}

/** Returns the webhook URL of a monitor, or an empty string if the monitor has no webhook. */
export const webhookUrl = ({ webhook }: JsonObject): string =>
	isObject(webhook) && typeof webhook.url === 'string' ? webhook.url : '';

/** Whether a stored monitor matches the name, targets and webhook URL of a request. */
export const isSameMonitor = (stored: JsonObject, requested: JsonObject): boolean =>
	stored.status !== 'deleted' &&
	stored.name === requested.name &&
	webhookUrl(stored) === webhookUrl(requested) &&
	contains(objectsIn(stored.targets), requested.targets);
