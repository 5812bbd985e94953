import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { callApi, type Result } from '../../client/call';
import { maskFailure } from '../../errors/mask';
import { requestError } from '../../host/output/errors';
import { type JsonObject, dataOf } from '../../json/json';
import { isPathId } from '../../json/url';
import { runCheck } from '../../resources/monitor/job';
import { getRequest } from '../../resources/monitor/service';
import {
	createWebhookMonitor,
	isSameNode,
	knownMonitor,
	updateMonitor,
	updateWebhook,
	webhookUrl,
} from '../../resources/monitor/webhookMonitor';
import type { ExistingMonitorValues, MonitorSourceValues, OwnMonitorValues } from './form';
import { readTrigger } from './receive';
import {
	deactivate,
	removeAllLeftovers,
	removeLeftovers,
	removeMonitor,
	withRemedy,
} from './remove';
import {
	clearMonitor,
	type HookClient,
	isTest,
	replaceMonitor,
	triggerState,
	type TriggerState,
	urlOf,
	wantedMonitor,
	withHookClient,
} from './state';
import { readSecret, UNUSABLE_SECRET } from './verify';

/** Whether n8n itself activates the workflow, for example, when n8n starts. */
const isUnattended = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

const newToken = (): string =>
	[crypto.randomUUID(), crypto.randomUUID()].join('').replaceAll('-', '');

function answerOf<Answer>({ context, client }: HookClient, result: Result<Answer>): Answer {
	if (result.ok) return result.answer;
	throw requestError(context.getNode(), maskFailure(result.failure, client.account.apiKey));
}

function refuseForeignWebhook(context: IHookFunctions, monitor: JsonObject): void {
	const url = webhookUrl(monitor);
	if (url === '' || isSameNode(url, urlOf(context))) return;
	throw new NodeOperationError(
		context.getNode(),
		`The monitor '${String(monitor.name)}' already has a webhook`,
		{
			description: `The webhook sends events to ${url}, and a monitor can have only one webhook. Select another monitor, or remove the webhook first.`,
		},
	);
}

/** Updates the monitor to match the form. Returns `false` if the monitor no longer exists. */
async function keepMonitor(hook: HookClient, values: MonitorSourceValues): Promise<boolean> {
	const { context, client } = hook;
	const state = triggerState(context);
	const { monitorId = '', token = '', schedule } = state;
	const known =
		state.known ??
		(schedule && knownMonitor({ schedule: schedule.stored }, { schedule: schedule.requested }));
	const result = await callApi(getRequest(monitorId), client);
	const isGone = result.ok
		? dataOf(result.answer).status === 'deleted'
		: result.failure.httpCode === 404;
	if (isGone) {
		clearMonitor(state);
		return false;
	}
	const stored = dataOf(answerOf(hook, result));
	const wanted = wantedMonitor(context, values, token);
	if (values.monitorMode === 'existing') {
		refuseForeignWebhook(context, stored);
		answerOf(hook, await updateWebhook(stored, wanted, client));
		return true;
	}
	const active = { ...wanted, status: 'active' };
	const updated = await updateMonitor(stored, active, client, known);
	state.known = knownMonitor(dataOf(answerOf(hook, updated)), wanted);
	state.onDeactivation = values.onDeactivation;
	delete state.schedule;
	delete state.paused;
	return true;
}

/** Whether the stored monitor matches the selection in the form. */
const isWanted = (values: MonitorSourceValues, { monitorId, token, created }: TriggerState) =>
	monitorId !== undefined &&
	token !== undefined &&
	(values.monitorMode === 'existing'
		? created !== true && monitorId === values.monitorId
		: created === true);

/** Logs the error. If `checkExists` threw the error, n8n would remove the registration. */
function assumeExists(context: IHookFunctions, error: unknown): true {
	const reason = error instanceof Error ? error.message : String(error);
	context.logger.warn(`${context.getNode().name} could not check its monitor: ${reason}`);
	return true;
}

async function refuseUnusableSecret(context: IHookFunctions): Promise<void> {
	if (readSecret(await context.getCredentials('webDataApi')) !== 'unusableSecret') return;
	throw new NodeOperationError(context.getNode(), UNUSABLE_SECRET, {
		description:
			'The node would reject every event. Enter the secret again, or clear the field to accept events without a signature.',
	});
}

async function checkMonitor(context: IHookFunctions): Promise<boolean> {
	const values = readTrigger(context);
	if (!isUnattended(context)) await refuseUnusableSecret(context);
	const state = triggerState(context);
	if (values.source === 'jobEvents') {
		replaceMonitor(state);
		await removeAllLeftovers(context);
		return true;
	}
	if (!isWanted(values, state)) return false;
	return await withHookClient(context, async (hook) => {
		const isKept = await keepMonitor(hook, values);
		await removeLeftovers(hook);
		return isKept;
	});
}

async function checkExists(this: IHookFunctions): Promise<boolean> {
	const hasMonitor = triggerState(this).monitorId !== undefined;
	const exists = checkMonitor(this);
	return hasMonitor && isUnattended(this)
		? await exists.catch((error: unknown) => assumeExists(this, error))
		: await exists;
}

function idOf(context: IHookFunctions, { id }: JsonObject): string {
	if (typeof id === 'string' && isPathId(id)) return id;
	throw new NodeOperationError(context.getNode(), 'The service returned no valid monitor ID', {
		description:
			"The service may have created a monitor that costs credits. Look for it in the service's dashboard, and check the credential's 'Base URL'.",
	});
}

/** Deletes the monitors of earlier tests. */
async function removeTests(hook: HookClient, monitors: readonly JsonObject[]): Promise<void> {
	if (isTest(hook.context)) return;
	for (const { id, name } of monitors) {
		if (!String(name).endsWith('(test)')) continue;
		await removeMonitor(hook, { action: 'delete', monitorId: String(id) });
	}
}

async function createOwn(
	hook: HookClient,
	values: OwnMonitorValues,
	token: string,
): Promise<TriggerState> {
	const { context, client } = hook;
	const wanted = wantedMonitor(context, values, token);
	const { result, others } = await createWebhookMonitor(wanted, client);
	const monitor = dataOf(answerOf(hook, result));
	await removeTests(hook, others);
	const known = knownMonitor(monitor, wanted);
	const { onDeactivation } = values;
	return { monitorId: idOf(context, monitor), token, created: true, known, onDeactivation };
}

async function watchExisting(
	hook: HookClient,
	values: ExistingMonitorValues,
	token: string,
): Promise<TriggerState> {
	const { context, client } = hook;
	const { monitorId } = values;
	const stored = dataOf(answerOf(hook, await callApi(getRequest(monitorId), client)));
	refuseForeignWebhook(context, stored);
	const wanted = wantedMonitor(context, values, token);
	answerOf(hook, await updateWebhook(stored, wanted, client));
	const { webhook } = stored;
	const isTestOfActive = isTest(context) && webhookUrl(stored) !== '';
	return {
		monitorId,
		token,
		...(isTestOfActive ? { previousWebhook: webhook as JsonObject } : {}),
	};
}

async function create(this: IHookFunctions): Promise<boolean> {
	const values = readTrigger(this);
	if (values.source === 'jobEvents') return true;
	const token = newToken();
	const state = triggerState(this);
	await withHookClient(this, async (hook) => {
		const registered =
			values.monitorMode === 'existing'
				? await watchExisting(hook, values, token)
				: await createOwn(hook, values, token);
		replaceMonitor(state, registered.monitorId);
		Object.assign(state, registered, isTest(this) ? { isTest: true } : {});
		await removeLeftovers(hook);
		if (isTest(this) && registered.monitorId !== undefined) {
			answerOf(hook, await runCheck(registered.monitorId, hook.client));
		}
	});
	return true;
}

/** Methods that n8n calls for each activation, deactivation, and test of a workflow. */
export const registration = {
	checkExists: withRemedy(checkExists),
	create: withRemedy(create),
	delete: deactivate,
};
