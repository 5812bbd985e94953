import type { Session } from '../../api/http/call';
import { openAccounts, type AccountsContext } from '../network/accounts';
import { hostRuntime } from '../network/runtime';
import { editorSchedule } from '../network/schedules';
import { serviceError } from '../output/serviceError';

export interface SessionLimits {
	maxTries: number;
	/** Maximum total wait between the tries of one call, without jitter. */
	maxWaitMs: number;
	signal?: AbortSignal;
}

/** There are only a few tries, and the total wait is short, because the user is waiting for the activation. */
export const HOOK_LIMITS: SessionLimits = { maxTries: 3, maxWaitMs: 30_000 };

/**
 * Runs `work` with a session for the node's credential, then closes the connections.
 *
 * @throws an error that names the invalid credential field
 */
export async function withSession<Result>(
	context: AccountsContext,
	{ signal, ...limits }: SessionLimits,
	work: (session: Session) => Promise<Result>,
): Promise<Result> {
	const accounts = openAccounts(context, editorSchedule, 1);
	try {
		const opened = await accounts.open(0);
		if ('issues' in opened) {
			const [{ label, message } = { label: 'Credential', message: 'is incomplete' }] =
				opened.issues;
			throw serviceError(context.getNode(), `'${label}' ${message}`, 'Complete the credential.');
		}
		return await work({
			...opened,
			runtime: hostRuntime,
			settings: { ...limits, maxResponseBytes: 20 * 1024 * 1024 },
			replayStore: { get: () => ({}), set: () => undefined },
			signal,
			isStopped: () => false,
		});
	} finally {
		await accounts.close();
	}
}
