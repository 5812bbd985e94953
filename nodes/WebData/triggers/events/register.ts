import type { IHookFunctions } from 'n8n-workflow';
import { call } from '../../client/call';
import { ServiceError, serviceError } from '../../client/client';
import { dataOf, isPathId, type JsonObject } from '../../json/json';
import { monitorEvents } from '../../resources/monitor/form';
import { runCheck } from '../../resources/monitor/job';
import { createMonitor, monitorRoutes, TOKEN_HEADER } from '../../resources/monitor/service';
import { knownMonitor, monitorChanges, webhookUrl } from '../../resources/monitor/webhookMonitor';
import { type MonitorValues, toTriggerMonitor } from './form';
import {
	checkNode,
	checkReachable,
	type HookClient,
	isUnattended,
	activationError,
	withHookClient,
	withRemedy,
} from './hook';
import {
	deactivate,
	findMonitors,
	labelOf,
	type NodeMonitor,
	nodeMonitors,
	readStored,
	removeMonitor,
} from './monitors';
import { markOf, webhookToken } from './ownership';
import { readTrigger } from './receive';
import { purposeOf, triggerState, urlOf } from './state';

function wantedMonitor(context: IHookFunctions, values: MonitorValues, token: string): JsonObject {
	const { name, events, onDeactivation } = values;
	const createdFor = purposeOf(context);
	const webhook = {
		url: urlOf(context),
		headers: { [TOKEN_HEADER]: token },
		// Tells a later hook what to do with the monitor, because n8n may lose the state and the form may change.
		metadata: {
			...markOf(context),
			createdFor,
			...(createdFor === 'workflow' && { onDeactivation }),
		},
		events: events.length > 0 ? events : Object.keys(monitorEvents),
	};
	const monitor = { ...toTriggerMonitor(values), webhook };
	if (createdFor === 'workflow') return monitor;
	// A weekly schedule limits the cost if a monitor cannot be paused.
	return { ...monitor, name: `${name} (test)`.slice(-256), schedule: { text: 'weekly' } };
}

/**
 * Returns the monitors of the node. n8n's start reads only the stored monitor if the node still owns it, because many
 * workflows may start at the same time.
 */
async function monitorsOf(hook: HookClient): Promise<NodeMonitor[]> {
	const { context } = hook;
	if (isUnattended(context)) {
		const stored = await readStored(hook);
		const [monitor] = stored === undefined ? [] : nodeMonitors(context, stored);
		if (monitor?.relation === 'own' && monitor.purpose === 'workflow') return [monitor];
	}
	return await findMonitors(hook);
}

/** Returns the stored monitor, else the newest one. A monitor at another address is only used if there is no other. */
function currentOf(
	context: IHookFunctions,
	monitors: readonly NodeMonitor[],
): NodeMonitor | undefined {
	const { monitorId } = triggerState(context);
	const purpose = purposeOf(context);
	const age = ({ id, monitor }: NodeMonitor): string => `${String(monitor.createdAt)} ${id}`;
	const usable = monitors
		.filter((each) => each.purpose === purpose)
		.sort((a, b) => age(b).localeCompare(age(a)));
	const own = usable.filter(({ relation }) => relation === 'own');
	return own.find(({ id }) => id === monitorId) ?? own[0] ?? usable[0];
}

/** Removes the monitors that the trigger does not use, because their events would start the workflow, too. */
async function removeOthers(hook: HookClient, others: readonly NodeMonitor[]): Promise<void> {
	const { context } = hook;
	for (const other of others) {
		const outcome = await removeMonitor(hook, other);
		if (other.purpose === 'test' || (outcome !== 'deleted' && outcome !== 'paused')) continue;
		context.logger.warn(
			`${context.getNode().name} has ${outcome} ${labelOf(other.monitor)}, which the node had created in addition to the monitor in use`,
		);
	}
}

function idOf(context: IHookFunctions, { id }: JsonObject): string {
	if (typeof id === 'string' && isPathId(id)) return id;
	throw activationError(
		context,
		'The service returned no valid monitor ID',
		"The service may have created a monitor that costs credits. Look for the monitor with the Get Many operation, and check the credential's 'Base URL'.",
	);
}

/** Creates the monitor. If the response is lost, looks for the new monitor in the service's list. */
async function create(hook: HookClient, wanted: JsonObject): Promise<JsonObject> {
	const { context, client } = hook;
	const purpose = purposeOf(context);
	const isCreated = (monitor: JsonObject): boolean =>
		nodeMonitors(context, monitor).some((each) => each.purpose === purpose);
	const creating = createMonitor({ route: monitorRoutes.create, body: wanted }, client, isCreated);
	const created = await creating.catch(serviceError);
	if (!(created instanceof ServiceError)) return dataOf(created);
	const { failure } = created;
	if (!failure.possiblyExecuted) throw created;
	const advice =
		'The service may have created a monitor that costs credits. The next activation uses this monitor.';
	context.logger.warn(`${context.getNode().name}: the response was lost. ${advice}`);
	throw created.with({ ...failure, cause: `${failure.cause} ${advice}` });
}

async function update(
	hook: HookClient,
	{ id, monitor, relation }: NodeMonitor,
	wanted: JsonObject,
): Promise<JsonObject> {
	const { context, client } = hook;
	const { monitorId, known } = triggerState(context);
	const changes = monitorChanges(
		monitor,
		{ ...wanted, status: 'active' },
		id === monitorId ? known : undefined,
	);
	const request = { route: monitorRoutes.update, ids: [id], body: changes };
	const isCurrent = Object.keys(changes).length === 0;
	const updated = isCurrent ? monitor : dataOf(await call(request, client));
	if (relation === 'moved') {
		context.logger.warn(
			`${context.getNode().name} has redirected the events of ${labelOf(monitor)} from ${webhookUrl(monitor)} to ${urlOf(context)}. If this n8n is a copy, activate the workflow of the other n8n again.`,
		);
	}
	return updated;
}

/** Updates the monitor that the node has created, or creates one. A test has its own monitor. */
async function registerMonitor(hook: HookClient, values: MonitorValues): Promise<void> {
	const { context, client } = hook;
	const purpose = purposeOf(context);
	const token = webhookToken(context, purpose, client.account.apiKey);
	const wanted = wantedMonitor(context, values, token);
	const monitors = await monitorsOf(hook);
	const current = currentOf(context, monitors);
	const monitor =
		current === undefined ? await create(hook, wanted) : await update(hook, current, wanted);
	const monitorId = idOf(context, monitor);
	Object.assign(triggerState(context), { monitorId, token, known: knownMonitor(monitor, wanted) });
	const others = monitors.filter(({ id }) => id !== monitorId);
	const request = { route: monitorRoutes.run, ids: [monitorId], body: {} };
	if (purpose === 'workflow') await removeOthers(hook, others);
	else await runCheck(monitorId, request, client);
}

async function register(context: IHookFunctions): Promise<void> {
	const values = readTrigger(context);
	await checkNode(context);
	if (values.source === 'jobEvents') {
		await deactivate.call(context);
		return;
	}
	await withHookClient(context, async (hook) => {
		checkReachable(hook);
		await registerMonitor(hook, values);
	});
}

/** If n8n starts while the service cannot be reached, an error would remove the monitor. */
async function activate(this: IHookFunctions): Promise<boolean> {
	try {
		await register(this);
	} catch (error) {
		const hasMonitor = triggerState(this).monitorId !== undefined;
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
