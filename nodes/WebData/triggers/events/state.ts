import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import type { Client } from '../../client/client';
import { withClient } from '../../host/network/accounts';
import { BYTES_PER_MB } from '../../json/json';
import type { KnownMonitor } from '../../resources/monitor/webhookMonitor';

/** A monitor that the node no longer uses. */
export interface Leftover {
	monitorId: string;
	action: 'delete' | 'pause';
}

/** n8n keeps this data for the node, even if the workflow is inactive. */
export interface TriggerState {
	/** IDs of the latest deliveries, oldest first. */
	webhookIds?: string[];
	/** Token that the service sends with each monitor event. */
	token?: string;
	monitorId?: string;
	/** The request and the response that created or last updated the monitor. */
	known?: KnownMonitor;
	/** What to do with the monitor when the trigger no longer uses it. */
	onDeactivation?: Leftover['action'];
	/** Monitors to delete or pause as soon as the service can be reached. */
	leftovers?: Leftover[];
}

/** Returns the object in which n8n stores the state. n8n saves any changes made to this object. */
export const triggerState = (context: {
	getWorkflowStaticData(type: string): IDataObject;
}): TriggerState => context.getWorkflowStaticData('node') as TriggerState;

/** Replaces the monitor in the state. The previous monitor becomes a leftover. */
export function replaceMonitor(
	state: TriggerState,
	registered?: Omit<TriggerState, 'webhookIds' | 'leftovers'>,
): void {
	const { monitorId, onDeactivation: action = 'delete', leftovers = [] } = state;
	const previous = monitorId === undefined ? [] : [{ monitorId, action }];
	setLeftovers(
		state,
		[...leftovers, ...previous].filter((each) => each.monitorId !== registered?.monitorId),
	);
	clearMonitor(state);
	Object.assign(state, registered);
}

export function clearMonitor(state: TriggerState): void {
	delete state.token;
	delete state.monitorId;
	delete state.known;
	delete state.onDeactivation;
}

export function setLeftovers(state: TriggerState, leftovers: Leftover[]): void {
	if (leftovers.length > 0) state.leftovers = leftovers;
	else delete state.leftovers;
}

/** Whether the registration is for *Listen for test event*. */
export const isTest = (context: Pick<IHookFunctions, 'getMode'>): boolean =>
	context.getMode() === 'manual';

export const urlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

/** A hook that n8n calls, and the client for its requests. */
export interface HookClient {
	context: IHookFunctions;
	client: Client;
}

/** There are only a few tries, and the total wait is short, because the user is waiting for the activation. */
export const HOOK_SETTINGS: Client['settings'] = {
	maxTries: 3,
	maxWaitMs: 30_000,
	maxResponseBytes: 20 * BYTES_PER_MB,
};

/** Runs the work of a hook. The requests do not wait for running executions. */
export const withHookClient = <Result>(
	context: IHookFunctions,
	work: (hook: HookClient) => Promise<Result>,
): Promise<Result> => withClient(context, HOOK_SETTINGS, (client) => work({ context, client }));
