// The monitor whose webhook a trigger registers.

import { TOKEN_HEADER } from '../webhook/verify';
import { callApi, type CallResult, type Session } from '../http/call';
import { collect } from '../http/pagination';
import { dataOf, type JsonObject } from '../http/response';
import { createRequest, listRequest, offsetReader, updateRequest } from './requests';
import { contains, webhookUrl } from './sameMonitor';

export interface Hook {
	url: string;
	token: string;
	events: readonly string[];
	metadata: Readonly<Record<string, string>>;
}

/** The `webhook` of a monitor whose events carry the token. */
export const toWebhook = ({ url, token, events, metadata }: Hook): JsonObject => ({
	url,
	headers: { [TOKEN_HEADER]: token },
	metadata,
	events,
});

/** Origin, and the last two segments of the path: the ID of the node's webhook, and its name. */
function nodeOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const { origin, pathname } = new URL(url);
	return [origin, ...pathname.split('/').slice(-2)].join('/');
}

/** Whether two URLs are those of the same node, for production or for tests. */
export const isSameNode = (a: string, b: string): boolean => nodeOf(a) === nodeOf(b);

/** What the service made of a schedule, which may be in words. */
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

/** The fields of a monitor that differ from what is wanted. Empty if there are none. */
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

/** The schedule of a monitor after a request. */
export const knownSchedule = (stored: JsonObject, wanted: JsonObject): KnownSchedule => ({
	requested: wanted.schedule,
	stored: stored.schedule,
});

type Listed = { monitors: JsonObject[] } | { failed: CallResult & { ok: false } };

/** All monitors whose webhook has a URL of this node. */
export async function monitorsOfNode(url: string, session: Session): Promise<Listed> {
	const listed = await collect(listRequest(Infinity), session, offsetReader(Infinity));
	if (!listed.ok) return { failed: listed };
	const isOwn = (monitor: JsonObject): boolean =>
		monitor.status !== 'deleted' && isSameNode(webhookUrl(monitor), url);
	return { monitors: listed.items.filter(isOwn) };
}

/** Patches what differs. The answer has the monitor as it is then. */
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
 * Creates the monitor of a webhook's URL, or changes the one that the URL has already, because a second one would cost
 * credits. `others` are further monitors of the same node.
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

/** The monitor that a request without an answer created, if it did. */
async function findCreated(url: string, lost: CallResult, session: Session): Promise<CallResult> {
	const after = await monitorsOfNode(url, session);
	const created =
		'failed' in after ? undefined : after.monitors.find((monitor) => webhookUrl(monitor) === url);
	return created === undefined
		? lost
		: { ok: true, answer: { success: true, data: created }, attempts: 1, waits: lost.waits };
}

/** The monitor in an answer. */
export const monitorIn = (answer: JsonObject): JsonObject => dataOf(answer);
