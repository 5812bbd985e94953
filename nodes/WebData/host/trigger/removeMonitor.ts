import type { IHookFunctions } from 'n8n-workflow';
import { callApi, type CallResult, type Session } from '../../api/http/call';
import type { JsonObject } from '../../api/http/response';
import { deleteMonitor } from '../../api/monitor/deleteMonitor';
import { deleteRequest, getRequest, updateRequest } from '../../api/monitor/requests';
import { webhookUrl } from '../../api/monitor/sameMonitor';
import { isSameNode, monitorIn } from '../../api/monitor/webhookMonitor';
import type { Leftover, TriggerState } from './staticData';
import { maskFailure } from '../../api/http/maskSecret';

export interface Removal {
	action: 'delete' | 'pause' | 'detach';
	monitorId: string;
	/** URL of the trigger's webhook. */
	url?: string;
	/** Webhook of a detached monitor. */
	previousWebhook?: JsonObject;
}

const leftBehind: Record<Removal['action'], string> = {
	delete: 'The monitor still runs and costs credits. Delete the monitor with the Delete operation.',
	pause: 'The monitor still runs and costs credits. Pause the monitor with the Update operation.',
	detach:
		'The monitor still sends events to this node, which rejects them until the workflow is active again.',
};

/**
 * Restores the previous webhook if the monitor's webhook still belongs to the trigger. The service cannot remove a
 * webhook: it refuses the value null, and an empty list of events means all events.
 */
async function detach(
	{ monitorId, url = '', previousWebhook }: Removal,
	session: Session,
): Promise<CallResult | undefined> {
	if (previousWebhook === undefined) return undefined;
	const result = await callApi(getRequest(monitorId), session);
	if (!result.ok || !isSameNode(webhookUrl(monitorIn(result.answer)), url)) return result;
	return await callApi(updateRequest(monitorId, { webhook: previousWebhook }), session);
}

async function send(removal: Removal, session: Session): Promise<CallResult | undefined> {
	const { action, monitorId } = removal;
	switch (action) {
		case 'delete':
			return await deleteMonitor(deleteRequest(monitorId), session);
		case 'pause':
			return await callApi(updateRequest(monitorId, { status: 'paused' }), session);
		case 'detach':
			return await detach(removal, session);
	}
}

/** Deletes, pauses, or detaches a monitor. Returns `false` if the request fails. */
export async function removeMonitor(
	context: IHookFunctions,
	removal: Removal,
	session: Session,
): Promise<boolean> {
	const result = await send(removal, session);
	if (result?.ok || result?.failure.httpCode === 404) return true;
	const message =
		result === undefined
			? 'the service cannot remove a webhook'
			: maskFailure(result.failure, session.account.apiKey).message;
	const { action, monitorId } = removal;
	context.logger.error(
		`${context.getNode().name} could not remove the monitor ${monitorId}: ${message}. ${leftBehind[action]}`,
	);
	return false;
}

/** Tries again to remove the monitors that could not be removed before. */
export async function removeLeftovers(
	context: IHookFunctions,
	state: TriggerState,
	session: Session,
): Promise<void> {
	const { leftovers = [] } = state;
	const remaining: Leftover[] = [];
	for (const leftover of leftovers) {
		if (!(await removeMonitor(context, leftover, session))) remaining.push(leftover);
	}
	if (remaining.length > 0) state.leftovers = remaining;
	else delete state.leftovers;
}
