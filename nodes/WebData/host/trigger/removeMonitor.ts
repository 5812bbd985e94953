import type { IHookFunctions } from 'n8n-workflow';
import { callApi, type CallResult, type Session } from '../../api/http/call';
import type { JsonObject } from '../../api/http/response';
import { deleteMonitor } from '../../api/monitor/deleteMonitor';
import { deleteRequest, getRequest, updateRequest } from '../../api/monitor/requests';
import { webhookUrl } from '../../api/monitor/sameMonitor';
import { isSameNode, monitorIn } from '../../api/monitor/webhookMonitor';
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

/** Changes the monitor only if its webhook still belongs to the trigger. */
async function detach(
	{
		monitorId,
		url = '',
		previousWebhook = null,
	}: Omit<Removal, 'previousWebhook'> & {
		previousWebhook?: JsonObject | null;
	},
	session: Session,
): Promise<CallResult> {
	const result = await callApi(getRequest(monitorId), session);
	if (!result.ok || !isSameNode(webhookUrl(monitorIn(result.answer)), url)) return result;
	return await callApi(updateRequest(monitorId, { webhook: previousWebhook }), session);
}

async function send(removal: Removal, session: Session): Promise<CallResult> {
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
	if (result.ok || result.failure.httpCode === 404) return true;
	const { message } = maskFailure(result.failure, session.account.apiKey);
	const { action, monitorId } = removal;
	context.logger.error(
		`${context.getNode().name} could not remove the monitor ${monitorId}: ${message}. ${leftBehind[action]}`,
	);
	return false;
}
