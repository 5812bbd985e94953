import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import type { KnownSchedule } from '../../api/monitor/webhookMonitor';

/** What n8n keeps for the node, also while its workflow is not active. */
export interface TriggerState {
	/** The last deliveries, oldest first. */
	webhookIds?: string[];
	/** What the service sends with each event of the monitor. */
	token?: string;
	monitorId?: string;
	/** Whether the node created the monitor. */
	created?: boolean;
	/** Whether the registration is for *Listen for test event*. n8n does not say so when it removes it. */
	isTest?: boolean;
	schedule?: KnownSchedule;
	/** The webhook that the monitor had before a test. */
	previousWebhook?: JsonObject;
}

interface StaticDataContext {
	getWorkflowStaticData(type: string): IDataObject;
}

/** The stored object. n8n saves what is changed in it. */
export const triggerState = (context: StaticDataContext): TriggerState =>
	context.getWorkflowStaticData('node') as TriggerState;

/** Forgets the monitor. */
export function clearMonitor(state: TriggerState): void {
	delete state.token;
	delete state.monitorId;
	delete state.created;
	delete state.isTest;
	delete state.schedule;
	delete state.previousWebhook;
}
