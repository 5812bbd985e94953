import type { IHookFunctions } from 'n8n-workflow';
import { type Client, serviceError } from '../../client/client';
import type { Failure, Remedy } from '../../errors/row';
import { withClient } from '../../host/network/accounts';
import { requestError } from '../../host/output/errors';
import { BYTES_PER_MB } from '../../json/json';

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
