import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import type { CallSettings, Client } from '../../client/client';
import { withClient } from '../../host/network/accounts';
import { BYTES_PER_MB, type JsonObject } from '../../json/json';
import { monitorEvents } from '../../resources/monitor/form';
import { type KnownMonitor, toWebhook } from '../../resources/monitor/webhookMonitor';
import { type MonitorSourceValues, toTriggerMonitor } from './form';

/** n8n keeps this data for the node, even if the workflow is inactive. */
export interface TriggerState {
	/** IDs of the latest deliveries, oldest first. */
	webhookIds?: string[];
	/** Token that the service sends with each monitor event. */
	token?: string;
	monitorId?: string;
	/** Whether the node created the monitor. */
	created?: boolean;
	/** Whether the monitor is registered for *Listen for test event*. */
	isTest?: boolean;
	known?: KnownMonitor;
	/** Schedule of a monitor that an earlier version of the node has created. */
	schedule?: { requested: unknown; stored: unknown };
	/** Whether the node has paused its monitor. */
	paused?: boolean;
	/** What to do with the own monitor when the trigger no longer uses it. */
	onDeactivation?: 'delete' | 'pause';
	/** Monitors that the node created, does not use any more, and could not delete or pause yet. */
	leftovers?: { monitorId: string; action: 'delete' | 'pause' }[];
	/** The monitor's original webhook, if a test has replaced that webhook. */
	previousWebhook?: JsonObject;
}

interface StaticDataContext {
	getWorkflowStaticData(type: string): IDataObject;
}

/** Returns the object in which n8n stores the state. n8n saves any changes made to this object. */
export const triggerState = (context: StaticDataContext): TriggerState =>
	context.getWorkflowStaticData('node') as TriggerState;

export function clearMonitor(state: TriggerState): void {
	delete state.token;
	delete state.monitorId;
	delete state.created;
	delete state.isTest;
	delete state.known;
	delete state.schedule;
	delete state.paused;
	delete state.onDeactivation;
	delete state.previousWebhook;
}

/** Clears the state of the monitor. If the monitor may still cost credits, the node remembers to remove it. */
export function replaceMonitor(state: TriggerState, newId?: string): void {
	const { monitorId, created, paused, onDeactivation, leftovers = [] } = state;
	if (monitorId !== undefined && monitorId !== newId && created === true && paused !== true) {
		state.leftovers = [...leftovers, { monitorId, action: onDeactivation ?? 'delete' }];
	}
	clearMonitor(state);
}

/** Schedule of test monitors. A weekly schedule limits the cost if a monitor cannot be paused. */
const TEST_SCHEDULE = { text: 'weekly' };

/** Whether the registration is for *Listen for test event*. */
export const isTest = (context: Pick<IHookFunctions, 'getMode'>): boolean =>
	context.getMode() === 'manual';

export const urlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

export function wantedMonitor(
	context: IHookFunctions,
	values: MonitorSourceValues,
	token: string,
): JsonObject {
	const { events } = values;
	const webhook = toWebhook({
		url: urlOf(context),
		token,
		events: events.length > 0 ? events : Object.keys(monitorEvents),
		metadata: { workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id },
	});
	if (values.monitorMode === 'existing') return { webhook };
	const monitor = { ...toTriggerMonitor(values), webhook };
	return isTest(context)
		? { ...monitor, name: `${values.name} (test)`.slice(-256), schedule: TEST_SCHEDULE }
		: monitor;
}

/** A hook that n8n calls, and the client for its requests. */
export interface HookClient {
	context: IHookFunctions;
	client: Client;
}

/** There are only a few tries, and the total wait is short, because the user is waiting for the activation. */
export const HOOK_SETTINGS: CallSettings = {
	maxTries: 3,
	maxWaitMs: 30_000,
	maxResponseBytes: 20 * BYTES_PER_MB,
};

/** Runs the work of a hook. The requests do not wait for running executions. */
export const withHookClient = <Result>(
	context: IHookFunctions,
	work: (hook: HookClient) => Promise<Result>,
): Promise<Result> => withClient(context, HOOK_SETTINGS, (client) => work({ context, client }));
