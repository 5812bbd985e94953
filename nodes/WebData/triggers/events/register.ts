import type { IHookFunctions } from 'n8n-workflow';
import { callApi } from '../../client/call';
import type { Client, Result } from '../../client/client';
import { maskFailure } from '../../errors/mask';
import { requestError } from '../../host/output/errors';
import { dataOf, type JsonObject } from '../../json/json';
import { isPathId } from '../../json/url';
import { monitorEvents } from '../../resources/monitor/form';
import { runCheck } from '../../resources/monitor/job';
import {
	createMonitor,
	createRequest,
	getRequest,
	listMonitors,
	runRequest,
	TOKEN_HEADER,
	updateRequest,
} from '../../resources/monitor/service';
import { knownMonitor, monitorChanges } from '../../resources/monitor/webhookMonitor';
import { type MonitorValues, toTriggerMonitor } from './form';
import { type Ownership, ownershipIn, webhookMetadata } from './ownership';
import { readTrigger } from './receive';
import {
	checkReachable,
	refusal,
	refuseMissingWebhookId,
	refuseUnusableSecret,
	withRemedy,
} from './refuse';
import { deactivate, removeAllLeftovers, removeLeftovers, removeMonitor } from './remove';
import {
	type HookClient,
	isTest,
	replaceMonitor,
	triggerState,
	urlOf,
	withHookClient,
} from './state';

/** Whether n8n itself activates the workflow, for example, when n8n starts. */
const isUnattended = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

const newToken = (): string =>
	[crypto.randomUUID(), crypto.randomUUID()].join('').replaceAll('-', '');

function answerOf<Answer>({ context, client }: HookClient, result: Result<Answer>): Answer {
	if (result.ok) return result.answer;
	throw requestError(context.getNode(), maskFailure(result.failure, client.account.apiKey));
}

function wantedWebhook(
	context: IHookFunctions,
	{ events }: MonitorValues,
	token: string,
	ownership: Ownership,
): JsonObject {
	return {
		url: urlOf(context),
		headers: { [TOKEN_HEADER]: token },
		metadata: webhookMetadata(context, ownership),
		events: events.length > 0 ? events : Object.keys(monitorEvents),
	};
}

function wantedMonitor(context: IHookFunctions, values: MonitorValues, token: string): JsonObject {
	const monitor = toTriggerMonitor(values);
	if (!isTest(context)) {
		return { ...monitor, webhook: wantedWebhook(context, values, token, 'workflow') };
	}
	const name = `${values.name} (test)`.slice(-256);
	const webhook = wantedWebhook(context, values, token, 'test');
	return {
		...monitor,
		name,
		// A weekly schedule limits the cost if a monitor cannot be paused.
		schedule: { text: 'weekly' },
		webhook,
	};
}

const sendChanges = async (
	stored: JsonObject,
	changes: JsonObject,
	client: Client,
): Promise<Result> =>
	Object.keys(changes).length === 0
		? { ok: true, answer: { success: true, data: stored }, attempts: 0, waits: [] }
		: await callApi(updateRequest(String(stored.id), changes), client);

/**
 * Returns the monitors that the node has created. n8n's start reads only the stored monitor if the node still owns it,
 * because many workflows may start at the same time.
 */
async function readCreated(hook: HookClient): Promise<JsonObject[]> {
	const { context, client } = hook;
	const { monitorId } = triggerState(context);
	if (monitorId !== undefined && isUnattended(context)) {
		const read = await callApi(getRequest(monitorId), client);
		if (!read.ok && read.failure.httpCode !== 404) answerOf(hook, read);
		const monitor = read.ok ? dataOf(read.answer) : {};
		if (ownershipIn(context, monitor) === 'workflow') return [monitor];
	}
	const listed = await listMonitors(client);
	if (!listed.ok)
		throw requestError(context.getNode(), maskFailure(listed.failure, client.account.apiKey));
	return listed.entries.filter((monitor) => ownershipIn(context, monitor) !== undefined);
}

/** Deletes the monitors of earlier tests. The log names other monitors of the node, which still cost credits. */
async function removeOthers(hook: HookClient, created: readonly JsonObject[]): Promise<void> {
	const { context } = hook;
	const { monitorId: used, leftovers = [] } = triggerState(context);
	const others = created.filter(({ id }) => id !== used);
	for (const monitor of others) {
		const monitorId = String(monitor.id);
		if (leftovers.some((leftover) => leftover.monitorId === monitorId)) continue;
		if (ownershipIn(context, monitor) === 'test') {
			await removeMonitor(hook, { action: 'delete', monitorId });
		} else if (monitor.status !== 'paused') {
			context.logger.warn(
				`${context.getNode().name} has also created the monitor '${String(monitor.name)}' (${monitorId}), which costs credits. If you do not need this monitor, use the Delete operation to delete it.`,
			);
		}
	}
}

function idOf(context: IHookFunctions, { id }: JsonObject): string {
	if (typeof id === 'string' && isPathId(id)) return id;
	throw refusal(
		context,
		'The service returned no valid monitor ID',
		"The service may have created a monitor that costs credits. Look for the monitor in the service's dashboard, and check the credential's 'Base URL'.",
	);
}

/** Updates the monitor that the node has created, or creates one. A test has its own monitor. */
async function registerOwn(hook: HookClient, values: MonitorValues): Promise<void> {
	const { context, client } = hook;
	const state = triggerState(context);
	const ownership = isTest(context) ? 'test' : 'workflow';
	const created = await readCreated(hook);
	const isSame = (monitor: JsonObject): boolean => ownershipIn(context, monitor) === ownership;
	const same = created.filter(isSame);
	const current = same.find(({ id }) => id === state.monitorId) ?? same[0];
	const isStored = current !== undefined && current.id === state.monitorId;
	const token = isStored && state.token !== undefined ? state.token : newToken();
	const wanted = wantedMonitor(context, values, token);
	const known = isStored ? state.known : undefined;
	const result =
		current === undefined
			? await createMonitor(createRequest(wanted), client, isSame)
			: await sendChanges(
					current,
					monitorChanges(current, { ...wanted, status: 'active' }, known),
					client,
				);
	if (current === undefined && !result.ok && result.possiblyExecuted === true) {
		context.logger.warn(
			`${context.getNode().name} may have created a monitor, because the response to its request was lost. The next activation uses this monitor.`,
		);
	}
	const monitor = dataOf(answerOf(hook, result));
	replaceMonitor(state, {
		monitorId: idOf(context, monitor),
		token,
		known: knownMonitor(monitor, wanted),
		onDeactivation: isTest(context) ? 'pause' : values.onDeactivation,
	});
	if (!isTest(context)) await removeOthers(hook, created);
}

async function register(context: IHookFunctions): Promise<void> {
	const values = readTrigger(context);
	refuseMissingWebhookId(context);
	if (!isUnattended(context)) await refuseUnusableSecret(context);
	if (values.source === 'jobEvents') {
		replaceMonitor(triggerState(context));
		await removeAllLeftovers(context);
		return;
	}
	await withHookClient(context, async (hook) => {
		checkReachable(hook);
		await registerOwn(hook, values);
		await removeLeftovers(hook);
		const { monitorId } = triggerState(context);
		if (isTest(context) && monitorId !== undefined) {
			answerOf(hook, await runCheck(monitorId, runRequest(monitorId), hook.client));
		}
	});
}

/** If n8n starts while the service cannot be reached, an error would remove the monitor. */
async function activate(this: IHookFunctions): Promise<boolean> {
	const hasMonitor = triggerState(this).monitorId !== undefined;
	try {
		await register(this);
	} catch (error) {
		if (!hasMonitor || !isUnattended(this)) throw withRemedy(error);
		const reason = String((withRemedy(error) as Error).message);
		this.logger.warn(`${this.getNode().name} could not check its monitor: ${reason}`);
	}
	return true;
}

/** Methods that n8n calls for each activation, deactivation, and test of a workflow. */
export const registration = {
	/** `create` also checks and updates an existing registration. */
	checkExists: async (): Promise<boolean> => await Promise.resolve(false),
	create: activate,
	delete: deactivate,
};
