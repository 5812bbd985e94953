import type { IHookFunctions } from 'n8n-workflow';
import { isObject, type JsonObject, parseUrl } from '../../json/json';
import { TOKEN_HEADER } from '../../resources/monitor/service';
import { webhookUrl } from '../../resources/monitor/webhookMonitor';
import { triggerState, type TriggerState, urlOf } from './state';

/** What a trigger has created a monitor for. */
export type Ownership = 'workflow' | 'test';

/** Identifies a trigger in the metadata of its webhooks. Copies of a workflow have other workflow or instance IDs. */
type Mark = Record<'instanceId' | 'workflowId' | 'nodeId', string>;

type MarkContext = Pick<IHookFunctions, 'getNode' | 'getWorkflow'> &
	Partial<Pick<IHookFunctions, 'getInstanceId'>>;

const markOf = (context: MarkContext): Mark => ({
	instanceId: context.getInstanceId?.() ?? '',
	workflowId: context.getWorkflow().id ?? '',
	nodeId: context.getNode().id,
});

/** Returns the metadata of the trigger's webhook. The service includes the metadata in each event. */
export const webhookMetadata = (
	context: MarkContext,
	ownership: Ownership,
): Record<string, string> => ({ ...markOf(context), createdFor: ownership });

/** Returns the webhook ID and name at the end of a webhook URL. They stay the same if n8n's address changes. */
const webhookPath = (url: string): string | undefined =>
	parseUrl(url)?.pathname.split('/').slice(-2).join('/');

/**
 * Returns what the trigger has created a monitor for, or undefined if it belongs to someone else. The trigger must not change,
 * pause, or delete such a monitor.
 *
 * A monitor belongs to the trigger if its webhook has the mark of the workflow, and either the token that the trigger
 * has stored for this monitor, or the mark of the node. If several nodes of a workflow have the same ID, their webhook
 * paths differ.
 */
export function ownershipOf(
	monitor: JsonObject,
	trigger: { mark: Mark; url: string; state: TriggerState },
): Ownership | undefined {
	const { mark, url, state } = trigger;
	const { metadata, headers } = isObject(monitor.webhook) ? monitor.webhook : {};
	if (monitor.status === 'deleted' || !isObject(metadata)) return undefined;
	const isOfWorkflow =
		metadata.instanceId === mark.instanceId && metadata.workflowId === mark.workflowId;
	const isStored =
		monitor.id === state.monitorId && isObject(headers) && headers[TOKEN_HEADER] === state.token;
	const isOfNode =
		metadata.nodeId === mark.nodeId && webhookPath(webhookUrl(monitor)) === webhookPath(url);
	if (!isOfWorkflow || !(isStored || isOfNode)) return undefined;
	const { createdFor } = metadata;
	return createdFor === 'workflow' || createdFor === 'test' ? createdFor : undefined;
}

/** Returns what the node of a hook has created a monitor for. */
export const ownershipIn = (context: IHookFunctions, monitor: JsonObject): Ownership | undefined =>
	ownershipOf(monitor, {
		mark: markOf(context),
		url: urlOf(context),
		state: triggerState(context),
	});
