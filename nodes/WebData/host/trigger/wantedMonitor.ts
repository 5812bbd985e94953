import type { IHookFunctions } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import { monitorEvents } from '../../api/monitor/monitorRequest';
import { toWebhook } from '../../api/monitor/webhookMonitor';
import { toTriggerMonitor, type MonitorSourceValues } from '../../operations/trigger/input';

/** Schedule of test monitors. A weekly schedule limits the cost if a monitor cannot be paused. */
const TEST_SCHEDULE = { text: 'weekly' };

/** Whether the registration is for *Listen for test event*. */
export const isTest = (context: IHookFunctions): boolean => context.getMode() === 'manual';

export const urlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

const webhookOf = (
	context: IHookFunctions,
	{ events }: MonitorSourceValues,
	token: string,
): JsonObject =>
	toWebhook({
		url: urlOf(context),
		token,
		events: events ?? monitorEvents,
		metadata: { workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id },
	});

export function wantedMonitor(
	context: IHookFunctions,
	values: MonitorSourceValues,
	token: string,
): JsonObject {
	const webhook = webhookOf(context, values, token);
	if (values.monitorMode === 'existing') return { webhook };
	const monitor = { ...toTriggerMonitor(values), webhook };
	return isTest(context)
		? { ...monitor, name: `${values.name} (test)`.slice(-256), schedule: TEST_SCHEDULE }
		: monitor;
}
