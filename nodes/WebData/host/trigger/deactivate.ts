import type { IHookFunctions } from 'n8n-workflow';
import { removeLeftovers, removeMonitor } from './removeMonitor';
import { clearMonitor, triggerState } from './staticData';
import { urlOf } from './wantedMonitor';
import { HOOK_LIMITS, withSession } from './withSession';

export async function removeAllLeftovers(context: IHookFunctions): Promise<void> {
	const state = triggerState(context);
	if (state.leftovers === undefined) return;
	await withSession(context, HOOK_LIMITS, (session) =>
		removeLeftovers(context, state, session),
	).catch((error: unknown) => context.logger.error(`${context.getNode().name}: ${String(error)}`));
}

export async function deactivate(this: IHookFunctions): Promise<boolean> {
	const state = triggerState(this);
	const { monitorId } = state;
	if (monitorId === undefined) {
		await removeAllLeftovers(this);
		return true;
	}
	const pauses = this.getNodeParameter('onDeactivation', 'delete') === 'pause';
	// A test monitor is paused instead of deleted, so that the user can still read the check result.
	const own = pauses || state.isTest === true ? 'pause' : 'delete';
	const action = state.created === true ? own : 'detach';
	const { previousWebhook } = state;
	const target = { action, monitorId, url: urlOf(this), previousWebhook } as const;
	const isRemoved = await withSession(this, HOOK_LIMITS, (session) =>
		removeMonitor(this, target, session),
	).catch((error: unknown) => {
		this.logger.error(`${this.getNode().name}: ${String(error)}`);
		return false;
	});
	if (isRemoved && action !== 'pause') clearMonitor(state);
	else if (isRemoved) state.paused = true;
	await removeAllLeftovers(this);
	return isRemoved;
}
