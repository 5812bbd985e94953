import { TOKEN_HEADER } from '../webhook/verify';
import { callApi, type CallResult, type Session } from '../http/call';
import { collect } from '../http/pagination';
import { parseUrl } from '../http/parseUrl';
import { dataOf, type JsonObject } from '../http/response';
import { createRequest, listRequest, offsetReader, updateRequest } from './requests';
import { contains, webhookUrl } from './sameMonitor';

export interface Hook {
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

/**
 * The service converts a schedule in words to a cron expression, so the stored schedule may differ from the requested
 * schedule.
 */
export interface KnownSchedule {
	requested: unknown;
	stored: unknown;
}

const hasSchedule = (stored: JsonObject, wanted: unknown, known?: KnownSchedule): boolean =>
	contains(stored.schedule, wanted) ||
	(known !== undefined &&
		contains(known.requested, wanted) &&
		contains(wanted, known.requested) &&
		contains(stored.schedule, known.stored));

export function monitorChanges(
	stored: JsonObject,
	wanted: JsonObject,
	known?: KnownSchedule,
): JsonObject {
	const isSame = (name: string, value: unknown): boolean =>
		name === 'schedule' ? hasSchedule(stored, value, known) : contains(stored[name], value);
	const changed = Object.entries(wanted).filter(([name, value]) => !isSame(name, value));
	return Object.fromEntries(changed);
}

export const knownSchedule = (stored: JsonObject, wanted: JsonObject): KnownSchedule => ({
	requested: wanted.schedule,
	stored: stored.schedule,
});

type Listed = { monitors: JsonObject[] } | { failed: CallResult & { ok: false } };

export async function monitorsOfNode(url: string, session: Session): Promise<Listed> {
	const listed = await collect(listRequest(Infinity), session, offsetReader(Infinity));
	if (!listed.ok) return { failed: listed };
	const isOwn = (monitor: JsonObject): boolean =>
		monitor.status !== 'deleted' && isSameNode(webhookUrl(monitor), url);
	return { monitors: listed.items.filter(isOwn) };
}

/** Updates only the fields of the stored monitor that differ from `wanted`. If all fields match, sends no request. */
export async function updateMonitor(
	stored: JsonObject,
	wanted: JsonObject,
	session: Session,
	known?: KnownSchedule,
): Promise<CallResult> {
	const changes = monitorChanges(stored, wanted, known);
	if (Object.keys(changes).length === 0) {
		return { ok: true, answer: { success: true, data: stored }, attempts: 0, waits: [] };
	}
	return await callApi(updateRequest(String(stored.id), changes), session);
}

/**
 * Creates a monitor for a webhook URL, or updates the monitor that already has this URL. `others` contains the other
 * monitors of the same node.
 */
export async function createWebhookMonitor(
	body: JsonObject,
	session: Session,
): Promise<{ result: CallResult; others: JsonObject[] }> {
	const url = webhookUrl(body);
	const before = await monitorsOfNode(url, session);
	if ('failed' in before) return { result: before.failed, others: [] };
	const others = before.monitors.filter((monitor) => webhookUrl(monitor) !== url);
	const same = before.monitors.find((monitor) => webhookUrl(monitor) === url);
	if (same !== undefined) {
		return { result: await updateMonitor(same, { ...body, status: 'active' }, session), others };
	}
	const result = await callApi(createRequest(body), session);
	if (result.ok || result.possiblyExecuted !== true) return { result, others };
	return { result: await findCreated(url, result, session), others };
}

async function findCreated(url: string, lost: CallResult, session: Session): Promise<CallResult> {
	const after = await monitorsOfNode(url, session);
	const created =
		'failed' in after ? undefined : after.monitors.find((monitor) => webhookUrl(monitor) === url);
	return created === undefined
		? lost
		: { ok: true, answer: { success: true, data: created }, attempts: 1, waits: lost.waits };
}

export const monitorIn = (answer: JsonObject): JsonObject => dataOf(answer);
