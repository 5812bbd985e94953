import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import type { KnownSchedule } from '../../api/monitor/webhookMonitor';

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
	schedule?: KnownSchedule;
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
	delete state.schedule;
	delete state.previousWebhook;
}
