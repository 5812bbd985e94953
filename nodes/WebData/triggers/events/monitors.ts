import type { IHookFunctions } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/client';
import { maskFailure } from '../../errors/mask';
import type { Failure } from '../../errors/row';
import { withoutFullStop } from '../../errors/text';
import { dataOf, isObject, type JsonObject } from '../../json/json';
import { deleteMonitor, listMonitors, monitorRoutes } from '../../resources/monitor/service';
import { webhookUrl } from '../../resources/monitor/webhookMonitor';
import { type HookClient, withHookClient } from './hook';
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

const relationIn = (context: IHookFunctions, monitor: JsonObject): Relation =>
	relationOf(monitor, {
		mark: markOf(context),
		url: urlOf(context),
		state: triggerState(context),
	});

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

type Removal = 'delete' | 'pause';

/** A later hook deletes the monitor of a test, so that the next nodes of the test can still read its check. */
function removalOf(context: IHookFunctions, { monitor, purpose }: NodeMonitor): Removal {
	if (purpose === 'test') return purposeOf(context) === 'test' ? 'pause' : 'delete';
	const { metadata } = monitor.webhook as JsonObject;
	return isObject(metadata) && metadata.onDeactivation === 'pause' ? 'pause' : 'delete';
}

function reportFailure(
	{ context, client }: HookClient,
	{ monitor }: NodeMonitor,
	removal: Removal,
	failure: Failure,
): void {
	const { message } = maskFailure(failure, client.account.apiKey);
	const remedy =
		removal === 'delete'
			? 'Delete the monitor with the Delete operation.'
			: 'Pause the monitor with the Update operation.';
	context.logger.error(
		`${context.getNode().name} could not ${removal} ${labelOf(monitor)}: ${withoutFullStop(message)}. The monitor still runs and costs credits. ${remedy}`,
	);
}

/** Keeps the monitor's ID and token, so that the next activation uses the monitor. */
function keepMoved({ context }: HookClient, { monitor }: NodeMonitor): 'unchanged' {
	context.logger.warn(
		`${context.getNode().name} does not change or remove ${labelOf(monitor)}, because its events go to ${webhookUrl(monitor)}, and not to ${urlOf(context)}. The monitor may continue to cost credits. If this n8n instance is a copy, the monitor belongs to the original. If the address of this n8n instance has changed, activate the workflow, then deactivate it to remove the monitor.`,
	);
	return 'unchanged';
}

/** Deletes or pauses an own monitor. If a request fails, the log says that the monitor still runs. */
export async function removeMonitor(
	hook: HookClient,
	own: NodeMonitor,
): Promise<'deleted' | 'paused' | 'unchanged' | 'failed'> {
	const { id, monitor, relation } = own;
	if (relation === 'moved') return keepMoved(hook, own);
	const removal = removalOf(hook.context, own);
	if (removal === 'pause' && monitor.status === 'paused') return 'unchanged';
	const removing =
		removal === 'delete'
			? deleteMonitor({ route: monitorRoutes.delete, ids: [id] }, hook.client)
			: call({ route: monitorRoutes.update, ids: [id], body: { status: 'paused' } }, hook.client);
	const ended = await removing.catch(serviceError);
	if (!(ended instanceof ServiceError)) return removal === 'delete' ? 'deleted' : 'paused';
	if (ended.failure.httpCode === 404) return 'deleted';
	reportFailure(hook, own, removal, ended.failure);
	return 'failed';
}

/** Removes all monitors of the node. Returns `false` if a monitor could not be removed. */
async function removeAll(hook: HookClient): Promise<boolean> {
	const { context } = hook;
	const outcomes = new Map<string, Awaited<ReturnType<typeof removeMonitor>>>();
	for (const own of await findMonitors(hook)) {
		outcomes.set(own.id, await removeMonitor(hook, own));
	}
	const state = triggerState(context);
	const outcome = outcomes.get(state.monitorId ?? '') ?? 'deleted';
	if (outcome === 'deleted' && purposeOf(context) === 'workflow') clearMonitor(state);
	return ![...outcomes.values()].includes('failed');
}

const logError =
	(context: IHookFunctions) =>
	(error: unknown): false => {
		const { monitorId } = triggerState(context);
		const action =
			monitorId === undefined ? 'look for its monitors' : `remove the monitor ${monitorId}`;
		context.logger.error(
			`${context.getNode().name} could not ${action}: ${String(error)}. A monitor of the node may still run and cost credits. To find the monitor, use the Get Many operation.`,
		);
		return false;
	};

/** Removes all monitors of the node. Without a monitor, sends nothing. */
export async function deactivate(this: IHookFunctions): Promise<boolean> {
	const usesMonitor = this.getNodeParameter('source', 'jobEvents') === 'monitor';
	if (!usesMonitor && triggerState(this).monitorId === undefined) return true;
	return await withHookClient(this, removeAll).catch(logError(this));
}
