import type { IHookFunctions } from 'n8n-workflow';
import { callApi, type Result } from '../../client/call';
import type { Client } from '../../client/client';
import { maskFailure } from '../../errors/mask';
import { type JsonObject, dataOf } from '../../json/json';
import {
	deleteMonitor,
	deleteRequest,
	getRequest,
	updateRequest,
} from '../../resources/monitor/service';
import { isSameNode, webhookUrl } from '../../resources/monitor/webhookMonitor';
import {
	clearMonitor,
	type HookClient,
	type TriggerState,
	triggerState,
	urlOf,
	withHookClient,
} from './state';

type Hook = (this: IHookFunctions) => Promise<boolean>;

const withPeriod = (text: string): string => text.replace(/\.?$/, '.');

function describeInMessage(error: unknown): unknown {
	if (!(error instanceof Error) || !('description' in error)) return error;
	const { message, description } = error;
	if (typeof description !== 'string' || description === '') return error;
	return Object.assign(error, {
		message: `${withPeriod(message)} ${description}`,
		description: undefined,
	});
}

/** If an activation fails, n8n shows only the error message. Therefore, the message includes the remedy. */
export const withRemedy = (hook: Hook): Hook =>
	async function (this: IHookFunctions) {
		try {
			return await hook.call(this);
		} catch (error) {
			throw describeInMessage(error);
		}
	};

interface Removal {
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
	client: Client,
): Promise<Result | undefined> {
	if (previousWebhook === undefined) return undefined;
	const result = await callApi(getRequest(monitorId), client);
	if (!result.ok || !isSameNode(webhookUrl(dataOf(result.answer)), url)) return result;
	return await callApi(updateRequest(monitorId, { webhook: previousWebhook }), client);
}

async function send(removal: Removal, client: Client): Promise<Result | undefined> {
	const { action, monitorId } = removal;
	switch (action) {
		case 'delete':
			return await deleteMonitor(deleteRequest(monitorId), client);
		case 'pause':
			return await callApi(updateRequest(monitorId, { status: 'paused' }), client);
		case 'detach':
			return await detach(removal, client);
	}
}

/** Deletes, pauses, or detaches a monitor. Returns `false` if the request fails. */
export async function removeMonitor(
	{ context, client }: HookClient,
	removal: Removal,
): Promise<boolean> {
	const result = await send(removal, client);
	if (result?.ok || result?.failure.httpCode === 404) return true;
	const message =
		result === undefined
			? 'the service cannot remove a webhook'
			: maskFailure(result.failure, client.account.apiKey).message;
	const { action, monitorId } = removal;
	context.logger.error(
		`${context.getNode().name} could not remove the monitor ${monitorId}: ${message}. ${leftBehind[action]}`,
	);
	return false;
}

const logError =
	(context: IHookFunctions) =>
	(error: unknown): false => {
		context.logger.error(`${context.getNode().name}: ${String(error)}`);
		return false;
	};

/** Tries again to remove the monitors that could not be removed before. */
export async function removeLeftovers(hook: HookClient): Promise<void> {
	const state = triggerState(hook.context);
	const remaining: TriggerState['leftovers'] = [];
	for (const leftover of state.leftovers ?? []) {
		if (!(await removeMonitor(hook, leftover))) remaining.push(leftover);
	}
	if (remaining.length > 0) state.leftovers = remaining;
	else delete state.leftovers;
}

export async function removeAllLeftovers(context: IHookFunctions): Promise<void> {
	if (triggerState(context).leftovers === undefined) return;
	await withHookClient(context, removeLeftovers).catch(logError(context));
}

export async function deactivate(this: IHookFunctions): Promise<boolean> {
	const state = triggerState(this);
	const { monitorId, previousWebhook } = state;
	if (monitorId === undefined) {
		await removeAllLeftovers(this);
		return true;
	}
	const pauses = this.getNodeParameter('onDeactivation', 'delete') === 'pause';
	// A test monitor is paused instead of deleted, so that the user can still read the check result.
	const own = pauses || state.isTest === true ? 'pause' : 'delete';
	const action = state.created === true ? own : 'detach';
	const removal = { action, monitorId, url: urlOf(this), previousWebhook } as const;
	const isRemoved = await withHookClient(this, (hook) => removeMonitor(hook, removal)).catch(
		logError(this),
	);
	if (isRemoved && action !== 'pause') clearMonitor(state);
	else if (isRemoved) state.paused = true;
	await removeAllLeftovers(this);
	return isRemoved;
}
