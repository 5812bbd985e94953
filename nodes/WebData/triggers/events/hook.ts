import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { type Client, serviceError } from '../../client/client';
import type { Failure, Remedy } from '../../errors/row';
import { withClient } from '../../host/network/accounts';
import { requestError } from '../../host/output/errors';
import { BYTES_PER_MB, isLocalUrl, isLoopbackUrl } from '../../json/json';
import { SET_PUBLIC_URL } from '../../operation/notices';
import { urlOf } from './state';
import { readSecret, UNUSABLE_SECRET } from './verify';

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

/** Returns what solves the problem of a request that a hook has sent. A hook has no settings, and the user can only wait. */
export function hookRemedy({
	httpCode,
	retry,
	remedy,
}: Pick<Failure, 'httpCode' | 'retry' | 'remedy'>): Remedy {
	if (httpCode === 429) {
		return 'Try again in a few minutes. If this happens often, upgrade the plan, or reduce other traffic on this account.';
	}
	if (httpCode === 404) {
		return 'Try again. If the error persists, check that {baseUrl} is the address of the API.';
	}
	const isTemporary = httpCode !== undefined && retry === 'backoff';
	return isTemporary ? 'Try again in a few minutes.' : remedy;
}

/**
 * Runs the work of a hook. The requests do not wait for running executions.
 *
 * @throws the error of a request as n8n shows it
 */
export const withHookClient = <Result>(
	context: IHookFunctions,
	work: (hook: HookClient) => Promise<Result>,
): Promise<Result> =>
	withClient(context, HOOK_SETTINGS, (client) => work({ context, client })).catch(
		(thrown: unknown) => {
			const { failure } = serviceError(thrown);
			throw requestError(context.getNode(), { ...failure, remedy: hookRemedy(failure) });
		},
	);

export const activationError = (
	context: IHookFunctions,
	message: string,
	description: string,
): Error => new NodeOperationError(context.getNode(), message, { description });

/** Whether n8n itself activates the workflow, for example, when n8n starts. */
export const isUnattended = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** @throws an error if n8n or the node would refuse every event. Only a user can correct the secret. */
export async function checkNode(context: IHookFunctions): Promise<void> {
	if (context.getNode().webhookId === undefined) {
		throw activationError(
			context,
			'The node has no webhook ID',
			'Without a webhook ID, n8n responds to all events of this node with status 404. Delete the node, and add it again in the editor.',
		);
	}
	if (isUnattended(context)) return;
	if (readSecret(await context.getCredentials('webDataApi')) === 'unusableSecret') {
		throw activationError(
			context,
			UNUSABLE_SECRET,
			'The node would reject every event. Enter the secret again, or clear the field to accept events without a signature.',
		);
	}
}

/** The service skips a webhook that it cannot reach without an error, but the checks of the monitor cost credits. */
export function checkReachable({ context, client }: HookClient): void {
	const url = urlOf(context);
	const { baseUrl } = client.account;
	if (isLocalUrl(baseUrl) || !isLocalUrl(url)) return;
	const where = url === '' ? 'n8n has no webhook URL' : `The service cannot reach n8n at ${url}`;
	const remedy = `${SET_PUBLIC_URL}, and restart n8n. Without a public address, use Web Data Page Trigger.`;
	if (isLoopbackUrl(url) || new URL(baseUrl).hostname === 'api.firecrawl.dev') {
		throw activationError(
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
