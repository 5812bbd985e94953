import type { IHookFunctions } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/serviceError';
import { dataOf, isObject, type JsonObject } from '../../json/json';
import { listMonitors, monitorRoutes } from '../../resources/monitor/service';
import { webhookUrl } from '../../resources/monitor/webhookMonitor';
import type { HookClient } from './hook';
import { markOf, type Purpose, type Relation, relationOf } from './ownership';
import { clearMonitor, purposeOf, triggerState, urlOf } from './state';

/** A monitor of the node. The hooks may use and remove `own` monitors, and only an activation may use a `moved` one. */
export interface NodeMonitor {
	id: string;
	monitor: JsonObject;
	relation: Extract<Relation, 'own' | 'moved'>;
	purpose: Purpose;
}

export const labelOf = ({ name, id }: JsonObject): string =>
	`the monitor '${String(name)}' (${String(id)})`;

export const relationIn = (context: IHookFunctions, monitor: JsonObject): Relation =>
	relationOf(monitor, {
		mark: markOf(context),
		url: urlOf(context),
		state: triggerState(context),
	});

/** Returns what the node has created a monitor for. */
function purposeIn({ webhook }: JsonObject): Purpose {
	const { metadata } = isObject(webhook) ? webhook : {};
	return isObject(metadata) && metadata.createdFor === 'test' ? 'test' : 'workflow';
}

/** Returns a list with the monitor, or an empty list if it is not a monitor of the node. */
export function nodeMonitors(context: IHookFunctions, monitor: JsonObject): NodeMonitor[] {
	const relation = relationIn(context, monitor);
	if (relation === 'foreign' || relation === 'twin') return [];
	return [{ id: String(monitor.id), monitor, relation, purpose: purposeIn(monitor) }];
}

/**
 * Returns the monitor in the state, or undefined if the service has none. After another account was set in the credential,
 * the service does not have the monitor either. Then the log is the only place that still names the monitor.
 */
export async function readStored(hook: HookClient): Promise<JsonObject | undefined> {
	const { context, client } = hook;
	const state = triggerState(context);
	const { monitorId } = state;
	if (monitorId === undefined) return undefined;
	const request = { route: monitorRoutes.get, ids: [monitorId] };
	const read = await call(request, client).catch(serviceError);
	if (!(read instanceof ServiceError)) return dataOf(read);
	if (read.failure.httpCode !== 404) throw read;
	clearMonitor(state);
	context.logger.warn(
		`${context.getNode().name} did not find its monitor ${monitorId}. If the monitor was not deleted, it may still run and cost credits in the account of an earlier API key or base URL. To check, use the Get Many operation with the earlier values.`,
	);
	return undefined;
}

/** Names a monitor that the node does not use, although the monitor has the mark of the node or is in the state. */
function reportOther({ context }: HookClient, monitor: JsonObject): void {
	const { name } = context.getNode();
	const relation = relationIn(context, monitor);
	if (relation === 'twin' && monitor.status !== 'paused') {
		context.logger.warn(
			`${name} does not change ${labelOf(monitor)}, because its events go to ${webhookUrl(monitor)}. Another n8n instance with the same encryption key probably uses it. If none does, delete it with the Delete operation.`,
		);
	}
	if (relation === 'foreign' && monitor.id === triggerState(context).monitorId) {
		context.logger.warn(
			`${name} no longer uses ${labelOf(monitor)}, and does not change the monitor, because its webhook is not from this node`,
		);
	}
}

/**
 * Returns the monitors of the node in the service's list, and names others in the log. A test finds only monitors of
 * tests.
 *
 * @throws the error of the service
 */
export async function findMonitors(hook: HookClient): Promise<NodeMonitor[]> {
	const { context, client } = hook;
	const listed = await listMonitors(client);
	const monitors = listed.filter(({ status }) => status !== 'deleted');
	if (purposeOf(context) === 'test') {
		const ofNode = monitors.flatMap((monitor) => nodeMonitors(context, monitor));
		return ofNode.filter(({ purpose }) => purpose === 'test');
	}
	const { monitorId } = triggerState(context);
	if (!monitors.some(({ id }) => id === monitorId)) {
		const stored = await readStored(hook);
		if (stored !== undefined && stored.status !== 'deleted') monitors.push(stored);
	}
	for (const monitor of monitors) reportOther(hook, monitor);
	return monitors.flatMap((monitor) => nodeMonitors(context, monitor));
}
