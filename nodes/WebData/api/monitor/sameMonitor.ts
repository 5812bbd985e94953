import { objectsIn } from '../http/pagination';
import { isObject, type JsonObject } from '../http/response';

const isSameText = (a: string, b: string): boolean =>
	a === b || a.replace(/\/$/, '') === b.replace(/\/$/, '');

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
	if (isObject(requested)) {
		return (
			isObject(stored) &&
			Object.entries(requested).every(([name, value]) => contains(stored[name], value))
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
