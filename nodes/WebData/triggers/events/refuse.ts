import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { isLocalUrl, isLoopbackUrl } from '../../json/json';
import { SET_PUBLIC_URL } from '../../operation/notices';
import type { HookClient } from './hook';
import { urlOf } from './state';
import { readSecret, UNUSABLE_SECRET } from './verify';

export const refusal = (context: IHookFunctions, message: string, description: string): Error =>
	new NodeOperationError(context.getNode(), message, { description });

export function refuseMissingWebhookId(context: IHookFunctions): void {
	if (context.getNode().webhookId !== undefined) return;
	throw refusal(
		context,
		'The node has no webhook ID',
		'Without a webhook ID, n8n responds to all events of this node with status 404. Delete the node, and add it again in the editor.',
	);
}

export async function refuseUnusableSecret(context: IHookFunctions): Promise<void> {
	if (readSecret(await context.getCredentials('webDataApi')) !== 'unusableSecret') return;
	throw refusal(
		context,
		UNUSABLE_SECRET,
		'The node would reject every event. Enter the secret again, or clear the field to accept events without a signature.',
	);
}

/** The service skips a webhook that it cannot reach without an error, but the checks of the monitor cost credits. */
export function checkReachable({ context, client }: HookClient): void {
	const url = urlOf(context);
	const { baseUrl } = client.account;
	if (isLocalUrl(baseUrl) || !isLocalUrl(url)) return;
	const where = url === '' ? 'n8n has no webhook URL' : `The service cannot reach n8n at ${url}`;
	const remedy = `${SET_PUBLIC_URL}, and restart n8n. Without a public address, use Web Data Page Trigger.`;
	if (isLoopbackUrl(url) || new URL(baseUrl).hostname === 'api.firecrawl.dev') {
		throw refusal(
			context,
			where,
			`The monitor would cost credits for each check, but no event would arrive. ${remedy}`,
		);
	}
	context.logger.warn(
		`${context.getNode().name} may receive no events, because its webhook URL ${url} is a private address. If the service at ${baseUrl} cannot reach this address, the monitor still costs credits. ${remedy}`,
	);
}

/** If an activation fails, n8n shows only the error message. Therefore, the message includes the remedy. */
export function withRemedy(error: unknown): unknown {
	if (!(error instanceof Error) || !('description' in error)) return error;
	const { message, description } = error;
	if (typeof description !== 'string' || description === '') return error;
	return Object.assign(error, {
		message: `${message.replace(/\.?$/, '.')} ${description}`,
		description: undefined,
	});
}
