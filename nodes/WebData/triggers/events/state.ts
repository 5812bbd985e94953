import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import type { KnownMonitor } from '../../resources/monitor/webhookMonitor';
import { type Purpose, webhookUrlParts } from './ownership';

/**
 * n8n keeps this data for the node, even if the workflow is inactive. The data is only a cache: n8n may lose it, restore
 * an older copy when another trigger of the workflow saves its data, or copy it to another n8n. For each field, the
 * comment says what an older copy causes at worst.
 */
interface TriggerState {
	/** IDs of the latest deliveries, oldest first. An older copy may start the workflow twice with the same event. */
	webhookIds?: string[];
	/**
	 * Token that the service sends with each monitor event. An older copy is only another token that is accepted, because
	 * the current token does not depend on the state.
	 */
	token?: string;
	/**
	 * The monitor in use. An older copy names a monitor that is gone. The node then finds its monitor in the service's list,
	 * and changes only what `relationOf` allows.
	 */
	monitorId?: string;
	/**
	 * The request and the response that created or last updated the monitor. An older copy differs from what the service
	 * stores now, so an update sends more fields than necessary, and keeps an option that was added and removed since then.
	 */
	known?: KnownMonitor;
}

/** Returns the object in which n8n stores the state. n8n saves any changes made to this object. */
export const triggerState = (context: {
	getWorkflowStaticData(type: string): IDataObject;
}): TriggerState => context.getWorkflowStaticData('node') as TriggerState;

export function clearMonitor(state: TriggerState): void {
	delete state.token;
	delete state.monitorId;
	delete state.known;
}

export const urlOf = (context: Pick<IHookFunctions, 'getNodeWebhookUrl'>): string =>
	context.getNodeWebhookUrl('default') ?? '';

/**
 * Returns what a hook registers or removes a monitor for. At the end of a test, n8n calls `delete` with the mode
 * `internal`, so that only the URL shows the test. If an admin has renamed the endpoints, n8n still runs the hooks of a
 * test with an inactive workflow.
 */
export function purposeOf(context: IHookFunctions): Purpose {
	const mode = context.getMode();
	if (mode !== 'internal') return mode === 'manual' ? 'test' : 'workflow';
	const { endpoint = '' } = webhookUrlParts(urlOf(context));
	const isRenamed = endpoint !== 'webhook' && !context.getWorkflow().active;
	return endpoint.endsWith('-test') || isRenamed ? 'test' : 'workflow';
}
