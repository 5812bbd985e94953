import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import type { Result } from '../../client/client';
import { maskFailure } from '../../errors/mask';
import type { Failure } from '../../errors/row';
import { requestError } from '../../host/output/errors';
import { isLocalUrl, isLoopbackUrl } from '../../json/url';
import { SET_PUBLIC_URL } from '../../operation/notices';
import { type HookClient, urlOf } from './state';
import { readSecret, UNUSABLE_SECRET } from './verify';

export const refusal = (context: IHookFunctions, message: string, description: string): Error =>
	new NodeOperationError(context.getNode(), message, { description });

/** Returns what solves the problem of a request that a hook has sent. A hook has no settings, and the user can only wait. */
export function hookRemedy({
	httpCode,
	retry,
	remedy,
}: Pick<Failure, 'httpCode' | 'retry' | 'remedy'>): string {
	if (httpCode === 429) {
		return 'Try again in a few minutes. If this happens often, upgrade the plan, or reduce other traffic on this account.';
	}
	if (httpCode === 404) {
		return 'Try again. If the error persists, check that {baseUrl} is the address of the API.';
	}
	const isTemporary = httpCode !== undefined && retry === 'backoff';
	return isTemporary ? 'Try again in a few minutes.' : remedy;
}

/** Returns the error of a request. `advice` is what the user must know in addition to the remedy. */
export function hookError({ context, client }: HookClient, failure: Failure, advice = ''): Error {
	const masked = maskFailure(failure, client.account.apiKey);
	const cause = `${masked.cause} ${advice}`.trim();
	return requestError(context.getNode(), { ...masked, cause, remedy: hookRemedy(masked) });
}

export function answerOf<Answer>(hook: HookClient, result: Result<Answer>): Answer {
	if (result.ok) return result.answer;
	throw hookError(hook, result.failure);
}

export function refuseMissingWebhookId(context: IHookFunctions): void {
	if (context.getNode().webhookId !== undefined) return;
	throw refusal(
		context,
		'The node has no webhook ID',
		'n8n responds to requests for its webhook URL with status 404. Delete the node, and add the node again in the editor.',
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
