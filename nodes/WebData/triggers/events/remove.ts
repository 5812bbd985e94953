import type { IHookFunctions } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/serviceError';
import { maskFailure } from '../../errors/mask';
import type { Failure } from '../../errors/row';
import { withoutFullStop } from '../../errors/text';
import { isObject, type JsonObject } from '../../json/json';
import { deleteMonitor, deleteRequest, updateRequest } from '../../resources/monitor/service';
import { webhookUrl } from '../../resources/monitor/webhookMonitor';
import { type HookClient, withHookClient } from './hook';
import { findMonitors, labelOf, type NodeMonitor } from './monitors';
import { clearMonitor, purposeOf, triggerState, urlOf } from './state';

/** How a monitor is removed when the trigger no longer uses it. */
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
			? deleteMonitor(deleteRequest(id), hook.client)
			: call(updateRequest(id, { status: 'paused' }), hook.client);
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
