import type { IHookFunctions } from 'n8n-workflow';
import { isObject, type JsonObject, parseUrl } from '../../json/json';
import { TOKEN_HEADER } from '../../resources/monitor/service';
import { webhookUrl } from '../../resources/monitor/webhookMonitor';
import { hmacOf } from './verify';

/** What the node has created a monitor for. */
export type Purpose = 'workflow' | 'test';

/** Identifies a trigger in the metadata of its webhooks. Copies of a workflow have other workflow or instance IDs. */
type Mark = Record<'instanceId' | 'workflowId' | 'nodeId', string>;

/** Some hosts of n8n nodes have no instance ID. */
export type MarkContext = Pick<IHookFunctions, 'getNode' | 'getWorkflow'> &
	Partial<Pick<IHookFunctions, 'getInstanceId'>>;

export const markOf = (context: MarkContext): Mark => ({
	instanceId: context.getInstanceId?.() ?? '',
	workflowId: context.getWorkflow().id ?? '',
	nodeId: context.getNode().id,
});

/**
 * Returns the token of the trigger's webhook. The token needs no stored state, because n8n may lose the state or restore
 * an older one.
 */
export function webhookToken(context: MarkContext, purpose: Purpose, apiKey: string): string {
	const { instanceId, workflowId, nodeId } = markOf(context);
	const parts = [instanceId, workflowId, nodeId, purpose, context.getNode().webhookId];
	return hmacOf(JSON.stringify(parts), apiKey);
}

/** Returns the parts of a webhook URL. The name of the endpoint differs between production and test URLs. */
export function webhookUrlParts(url: string): { base: string; endpoint?: string; path: string } {
	const { origin = url, pathname = '' } = parseUrl(url) ?? {};
	const segments = pathname.split('/');
	return {
		base: origin + segments.slice(0, -3).join('/'),
		endpoint: segments.at(-3),
		path: segments.slice(-2).join('/'),
	};
}

export type Relation = 'own' | 'moved' | 'twin' | 'foreign';

/**
 * Returns what a monitor is to a trigger. The list of the service, the mark, and the webhook URL decide. The stored state
 * is only a cache, because n8n may lose the state, restore an older one, or copy it to another n8n. `base` is n8n's
 * address, and `path` contains the webhook ID.
 *
 * | Mark | Webhook URL | Stored ID and token | Relation |
 * | --- | --- | --- | --- |
 * | this node | same base and path | any | `own` |
 * | this workflow | same base | match | `own`: the node was built again |
 * | this workflow | another base | match | `moved`: n8n has a new address, or is a copy of another n8n |
 * | this node | another base or path | no match | `twin`: probably of another n8n with the same encryption key |
 * | anything else | | | `foreign` |
 *
 * The trigger may change, pause, and delete `own` monitors. An activation also redirects a `moved` monitor to the new
 * address. Nothing else is ever changed.
 */
export function relationOf(
	monitor: JsonObject,
	trigger: { mark: Mark; url: string; state: { monitorId?: string; token?: string } },
): Relation {
	const { mark, state } = trigger;
	const { metadata, headers } = isObject(monitor.webhook) ? monitor.webhook : {};
	if (monitor.status === 'deleted' || !isObject(metadata)) return 'foreign';
	if (metadata.createdFor !== 'workflow' && metadata.createdFor !== 'test') return 'foreign';
	const { instanceId, workflowId, nodeId } = metadata;
	if (instanceId !== mark.instanceId || workflowId !== mark.workflowId) return 'foreign';

	const [its, own] = [webhookUrlParts(webhookUrl(monitor)), webhookUrlParts(trigger.url)];
	const isOfNode = nodeId === mark.nodeId;
	const isHere = its.base === own.base;
	if (isOfNode && isHere && its.path === own.path) return 'own';
	const token = isObject(headers) ? headers[TOKEN_HEADER] : undefined;
	if (token !== undefined && monitor.id === state.monitorId && token === state.token) {
		return isHere ? 'own' : 'moved';
	}
	return isOfNode ? 'twin' : 'foreign';
}
