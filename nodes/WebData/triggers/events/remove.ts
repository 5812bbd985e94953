import type { IHookFunctions } from 'n8n-workflow';
import { callApi } from '../../client/call';
import { maskFailure } from '../../errors/mask';
import { dataOf, type JsonObject } from '../../json/json';
import {
	deleteMonitor,
	deleteRequest,
	getRequest,
	updateRequest,
} from '../../resources/monitor/service';
import { ownershipIn } from './ownership';
import {
	clearMonitor,
	type HookClient,
	type Leftover,
	setLeftovers,
	triggerState,
	withHookClient,
} from './state';

/** Returns undefined if the monitor needs no request. */
async function sendRemoval(
	{ context, client }: HookClient,
	{ monitorId, action }: Leftover,
	monitor: JsonObject,
) {
	if (ownershipIn(context, monitor) === undefined) {
		context.logger.warn(
			`${context.getNode().name} no longer uses the monitor '${String(monitor.name)}' (${monitorId}), and does not change the monitor, because its webhook is not from this node`,
		);
		return undefined;
	}
	if (action === 'delete') return await deleteMonitor(deleteRequest(monitorId), client);
	if (monitor.status === 'paused') return undefined;
	return await callApi(updateRequest(monitorId, { status: 'paused' }), client);
}

/**
 * Deletes or pauses a monitor that the node has created. Leaves any other monitor unchanged. Returns `false` if a request
 * failed, so that the node has to try again.
 */
export async function removeMonitor(hook: HookClient, removal: Leftover): Promise<boolean> {
	const { context, client } = hook;
	const { monitorId, action } = removal;
	const read = await callApi(getRequest(monitorId), client);
	const result = read.ok ? await sendRemoval(hook, removal, dataOf(read.answer)) : read;
	if (result === undefined || result.ok || result.failure.httpCode === 404) return true;
	const { message } = maskFailure(result.failure, client.account.apiKey);
	const remedy =
		action === 'delete'
			? 'Delete the monitor with the Delete operation.'
			: 'Pause the monitor with the Update operation.';
	context.logger.error(
		`${context.getNode().name} could not remove the monitor ${monitorId}: ${message}. The monitor still runs and costs credits. ${remedy}`,
	);
	return false;
}

/** Removes the monitors that the node no longer uses, and remembers those for which the service could not be asked. */
export async function removeLeftovers(hook: HookClient): Promise<void> {
	const state = triggerState(hook.context);
	const remaining: Leftover[] = [];
	for (const leftover of state.leftovers ?? []) {
		if (!(await removeMonitor(hook, leftover))) remaining.push(leftover);
	}
	setLeftovers(state, remaining);
}

const logError =
	(context: IHookFunctions) =>
	(error: unknown): false => {
		const { monitorId, leftovers = [] } = triggerState(context);
		const ids = [monitorId, ...leftovers.map((leftover) => leftover.monitorId)];
		context.logger.error(
			`${context.getNode().name} could not remove the monitor ${ids.filter((id) => id !== undefined).join(', ')}: ${String(error)}`,
		);
		return false;
	};

export async function removeAllLeftovers(context: IHookFunctions): Promise<void> {
	if (triggerState(context).leftovers === undefined) return;
	await withHookClient(context, removeLeftovers).catch(logError(context));
}

/** Uses the choice at the activation, because the expression of a field may yield nothing now. */
export async function deactivate(this: IHookFunctions): Promise<boolean> {
	const state = triggerState(this);
	const { monitorId, onDeactivation: action = 'delete' } = state;
	if (monitorId === undefined && state.leftovers === undefined) return true;
	return await withHookClient(this, async (hook) => {
		const isRemoved = monitorId === undefined || (await removeMonitor(hook, { monitorId, action }));
		if (isRemoved && action === 'delete') clearMonitor(state);
		await removeLeftovers(hook);
		return isRemoved;
	}).catch(logError(this));
}
