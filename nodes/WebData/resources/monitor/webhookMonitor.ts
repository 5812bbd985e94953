import { isObject, type JsonObject, nonEmptyText, objectsIn, omitUndefined } from '../../json/json';
import { contains } from '../../page/sameOptions';

export const webhookUrl = ({ webhook }: JsonObject): string =>
	isObject(webhook) && typeof webhook.url === 'string' ? webhook.url : '';

const addressesIn = ({ targets }: JsonObject): JsonObject[] =>
	objectsIn(targets).map(({ type, url, urls, queries }) => ({ type, url, urls, queries }));

/** Whether two monitors have the same name, webhook URL, and URLs or queries. Their settings may differ. */
export const isSameMonitor = (stored: JsonObject, requested: JsonObject): boolean =>
	stored.status !== 'deleted' &&
	stored.name === requested.name &&
	webhookUrl(stored) === webhookUrl(requested) &&
	contains(addressesIn(stored), addressesIn(requested));

export const comparedFields: readonly string[] = [
	'name',
	'schedule',
	'targets',
	'goal',
	'judgeEnabled',
	'webhook',
	'notification',
	'retentionDays',
];

/**
 * A monitor as requested, and as the service returned it afterwards. The service adds IDs and defaults, and converts a
 * schedule in words to a cron expression, so the two cannot be compared with each other.
 */
export interface KnownMonitor {
	requested: JsonObject;
	stored: JsonObject;
}

const pick = (monitor: JsonObject): JsonObject =>
	Object.fromEntries(comparedFields.map((name) => [name, monitor[name]]));

export const knownMonitor = (stored: JsonObject, requested: JsonObject): KnownMonitor => ({
	requested: pick(requested),
	stored: pick(stored),
});

/** A field with the value undefined is equal to a missing field. */
function isEqual(a: unknown, b: unknown): boolean {
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((entry, index) => isEqual(entry, b[index]));
	}
	if (!isObject(a) || !isObject(b)) return a === b;
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].every((name) => isEqual(a[name], b[name]));
}

const DEFAULT_RETENTION_DAYS = 30;

/** Returns the value that resets an optional field, or undefined if the stored field has its default. */
const resetValues: Readonly<Record<string, (stored: JsonObject, wanted: JsonObject) => unknown>> = {
	goal: ({ goal }) => (nonEmptyText(goal) === undefined ? undefined : null),
	judgeEnabled: ({ judgeEnabled }, { goal }) => {
		const initial = goal !== undefined;
		return typeof judgeEnabled === 'boolean' && judgeEnabled !== initial ? initial : undefined;
	},
	retentionDays: ({ retentionDays }) =>
		typeof retentionDays === 'number' && retentionDays !== DEFAULT_RETENTION_DAYS
			? DEFAULT_RETENTION_DAYS
			: undefined,
	// The service ignores an empty object.
	notification: ({ notification }) =>
		isObject(notification) &&
		Object.values(notification).some((channel) => isObject(channel) && channel.enabled === true)
			? { email: { enabled: false } }
			: undefined,
};

const watchesSame = (stored: JsonObject, wanted: JsonObject): boolean =>
	stored.type === wanted.type &&
	['url', 'urls', 'queries'].some((name) => {
		const places = [stored[name]].flat().filter((place) => place !== undefined);
		return [wanted[name]].flat().some((value) => places.some((place) => contains(place, value)));
	});

/**
 * Adds the ID of the stored target that watches the same pages to each target. A target without an ID loses its history,
 * and the next check reports all of its pages as new.
 */
function withTargetIds(targets: unknown, stored: unknown): JsonObject[] {
	const free = new Set(objectsIn(stored));
	const take = (isSame: (target: JsonObject) => boolean): unknown => {
		const target = [...free].find(isSame);
		if (target !== undefined) free.delete(target);
		return target?.id;
	};
	const wanted = objectsIn(targets);
	const equal = wanted.map((target) => take((each) => contains(each, target)));
	return wanted.map((target, index) => {
		const id = target.id ?? equal[index] ?? take((each) => watchesSame(each, target));
		return omitUndefined({ ...target, id });
	});
}

/**
 * Returns the changes that give a monitor the fields in `wanted`. A field is unchanged if it was requested with the same
 * value, and the service still stores what it stored then. If the earlier request is not known, a stored field is
 * unchanged if it contains the wanted value.
 */
export function monitorChanges(
	stored: JsonObject,
	wanted: JsonObject,
	known?: KnownMonitor,
): JsonObject {
	const isSame = (name: string, value: unknown): boolean =>
		known?.requested[name] === undefined
			? contains(stored[name], value)
			: isEqual(known.requested[name], value) && isEqual(known.stored[name], stored[name]);
	const changed = Object.entries(wanted)
		.filter(([name, value]) => !isSame(name, value))
		.map(([name, value]) => [
			name,
			name === 'targets' ? withTargetIds(value, stored.targets) : value,
		]);
	// Fields that were removed from the form are reset.
	const resets = Object.entries(resetValues)
		.filter(([name]) => wanted[name] === undefined)
		.filter(([name]) => known === undefined || known.requested[name] !== undefined)
		.map(([name, valueFor]) => [name, valueFor(stored, wanted)]);
	const changes: JsonObject = Object.fromEntries(changed);
	return { ...changes, ...omitUndefined(Object.fromEntries(resets)) };
}
