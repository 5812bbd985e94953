import { callApi, type Result } from '../../client/call';
import type { Client } from '../../client/client';
import { objectsIn } from '../../client/lists';
import { isObject, type JsonObject, nonEmptyText, omitUndefined } from '../../json/json';
import { parseUrl } from '../../json/url';
import { contains } from '../../page/sameOptions';
import { createMonitor, createRequest, listMonitors, TOKEN_HEADER, updateRequest } from './service';

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

interface Hook {
	url: string;
	token: string;
	events: readonly string[];
	metadata: Readonly<Record<string, string>>;
}

/** Returns the `webhook` field of a monitor. The service sends `token` in a header of each webhook request. */
export const toWebhook = ({ url, token, events, metadata }: Hook): JsonObject => ({
	url,
	headers: { [TOKEN_HEADER]: token },
	metadata,
	events,
});

/**
 * A webhook URL is the address of n8n, `webhook` or `webhook-test`, the node's webhook ID, and the webhook name. Several
 * n8n instances with different path prefixes may share an origin.
 */
function nodeOf(url: string): string {
	const parsed = parseUrl(url);
	if (parsed === undefined) return url;
	const path = parsed.pathname.split('/');
	return [parsed.origin, ...path.slice(0, -3), ...path.slice(-2)].join('/');
}

/** Whether two webhook URLs belong to the same node. The production URL and the test URL of a node match. */
export const isSameNode = (a: string, b: string): boolean => nodeOf(a) === nodeOf(b);

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

const isEnabled = (channel: unknown): boolean => isObject(channel) && channel.enabled === true;

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
		isObject(notification) && Object.values(notification).some(isEnabled)
			? { email: { enabled: false } }
			: undefined,
};

/** Returns the values that reset the fields that were removed from the form. */
const resets = (stored: JsonObject, wanted: JsonObject, known?: KnownMonitor): JsonObject =>
	omitUndefined(
		Object.fromEntries(
			Object.entries(resetValues)
				.filter(([name]) => wanted[name] === undefined)
				.filter(([name]) => known === undefined || known.requested[name] !== undefined)
				.map(([name, valueFor]) => [name, valueFor(stored, wanted)]),
		),
	);

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
	const changed = Object.entries(wanted).filter(([name, value]) => !isSame(name, value));
	return { ...Object.fromEntries(changed), ...resets(stored, wanted, known) };
}

const sendChanges = async (
	stored: JsonObject,
	changes: JsonObject,
	client: Client,
): Promise<Result> =>
	Object.keys(changes).length === 0
		? { ok: true, answer: { success: true, data: stored }, attempts: 0, waits: [] }
		: await callApi(updateRequest(String(stored.id), changes), client);

/** Updates only the fields of the trigger's own monitor that differ from `wanted`. If none differs, sends no request. */
export const updateMonitor = (
	stored: JsonObject,
	wanted: JsonObject,
	client: Client,
	known?: KnownMonitor,
): Promise<Result> => sendChanges(stored, monitorChanges(stored, wanted, known), client);

/** Sets the webhook of a monitor that the trigger has not created. */
export const updateWebhook = (
	stored: JsonObject,
	{ webhook }: JsonObject,
	client: Client,
): Promise<Result> =>
	sendChanges(stored, contains(stored.webhook, webhook) ? {} : { webhook }, client);

/**
 * Creates a monitor for a webhook URL, or updates the monitor that already has this URL. `others` contains the other
 * monitors of the same node.
 */
export async function createWebhookMonitor(
	body: JsonObject,
	client: Client,
): Promise<{ result: Result; others: JsonObject[] }> {
	const url = webhookUrl(body);
	const hasUrl = (monitor: JsonObject): boolean =>
		monitor.status !== 'deleted' && webhookUrl(monitor) === url;
	const listed = await listMonitors(client);
	if (!listed.ok) return { result: listed, others: [] };
	const isOther = (monitor: JsonObject): boolean =>
		monitor.status !== 'deleted' && !hasUrl(monitor) && isSameNode(webhookUrl(monitor), url);
	const others = listed.entries.filter(isOther);
	const same = listed.entries.find(hasUrl);
	if (same !== undefined) {
		const changes = { ...body, status: 'active', ...resets(same, body) };
		return { result: await sendChanges(same, changes, client), others };
	}
	return { result: await createMonitor(createRequest(body), client, hasUrl), others };
}
