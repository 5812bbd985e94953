import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type Account,
	MAX_ACCOUNTS,
	normalizeApiKey,
	normalizeBaseUrl,
	RecentMap,
} from '../../client/account';
import { type Client, type Limiter, type OpenAccount, serviceError } from '../../client/client';
import { ExecutionCreditGuard } from '../../client/credits';
import { maskFailure } from '../../errors/mask';
import type { LabeledIssue } from '../../form/labels';
import { fingerprint } from '../../json/json';
import { ExecutionLimit } from '../../limiter/queue';
import { RateLimiters } from '../../limiter/rateLimiter';
import { credentialError } from '../output/errors';
import { type EgressContext, openTransport } from './egress';
import { hostRuntime } from './runtime';
import { withTurns } from './turns';

export interface Accounts {
	/** Returns the account for an item's credential. Rejects if n8n finds no credential. */
	open(itemIndex: number): Promise<OpenAccount | { issues: LabeledIssue[] }>;
	close(): Promise<void>;
}

interface CredentialResult {
	opened: OpenAccount | { issues: LabeledIssue[] };
	/** True if the credential contains no expressions. */
	sameForAll: boolean;
}

const issue = (label: string, message: string): { issues: LabeledIssue[] } => ({
	issues: [{ label, message }],
});

function accountFromCredential(
	data: ICredentialDataDecryptedObject,
): Account | { issues: LabeledIssue[] } {
	const base = normalizeBaseUrl(data.baseUrl);
	if (!base.ok) return issue('Credential > Base URL', base.message);
	const apiKey = normalizeApiKey(data.apiKey);
	return apiKey === '' ? issue('Credential > API Key', 'is empty') : { baseUrl: base.url, apiKey };
}

const MAX_JOBS = 10_000;

/** The known jobs of the accounts of this process. A fingerprint is the key, so that the API key is not kept. */
const jobsByAccount = new RecentMap<OpenAccount['knownJobs']>(MAX_ACCOUNTS);

function knownJobsOf(account: string): OpenAccount['knownJobs'] {
	const jobs = jobsByAccount.get(account) ?? new RecentMap(MAX_JOBS);
	jobsByAccount.set(account, jobs);
	return jobs;
}

/** Maximum number of connections per account for requests after a stop. */
const STOP_CONNECTIONS = 50;

const noCredential: CredentialResult = {
	opened: issue('Credential', 'is empty. Select or create a Web Data API credential'),
	sameForAll: false,
};

type AccountsContext = EgressContext & Pick<IExecuteFunctions, 'getCredentials'>;

/**
 * `limiterFor` gets the ID of the account. The caller must close the returned object at the end of the execution.
 */
export function openAccounts(
	context: AccountsContext,
	limiterFor: (accountId: string) => Limiter,
): Accounts {
	const accounts = new Map<string, OpenAccount>();
	const openAccount = (account: Account, data: ICredentialDataDecryptedObject): OpenAccount => {
		const { allowedHttpRequestDomains, allowedDomains } = data;
		const { baseUrl, apiKey } = account;
		const name = JSON.stringify([baseUrl, apiKey, allowedHttpRequestDomains, allowedDomains]);
		const known = accounts.get(name);
		if (known !== undefined) return known;
		const open = (connections?: number) =>
			withTurns(openTransport(context, { baseUrl, credentialData: data, connections }));
		const id = fingerprint({ ...account });
		const opened = {
			...account,
			id,
			transport: open(),
			stopTransport: open(STOP_CONNECTIONS),
			limiter: limiterFor(id),
			service: { responded: false },
			knownJobs: knownJobsOf(id),
		};
		accounts.set(name, opened);
		return opened;
	};
	const read = async (itemIndex: number): Promise<CredentialResult> => {
		const stored = context.getCredentials('webDataApi', itemIndex);
		const isSelected = context.getNode().credentials?.webDataApi !== undefined;
		const data = await (isSelected ? stored : stored.catch(() => undefined));
		if (data === undefined) return noCredential;
		const account = accountFromCredential(data);
		const opened = 'issues' in account ? account : openAccount(account, data);
		return { opened, sameForAll: data.sameForAllItems === true };
	};
	let first: Promise<CredentialResult> | undefined;
	return {
		async open(itemIndex) {
			if (first === undefined) return (await (first = read(itemIndex))).opened;
			const before = await first.catch(() => undefined);
			return before?.sameForAll ? before.opened : (await read(itemIndex)).opened;
		},
		async close() {
			const opened = [...accounts.values()];
			const transports = opened.flatMap((each) => [each.transport, each.stopTransport]);
			await Promise.all(transports.map((transport) => transport.close()));
		},
	};
}

/** Rate limiters that all nodes and executions in the process share. */
const limiters = new RateLimiters(hostRuntime);

/** Returns the limiters of one execution, by the ID of the account. */
export function executionLimiters(maxConcurrency?: number, shared = limiters) {
	const execution = new ExecutionLimit(maxConcurrency);
	return (accountId: string): Limiter => ({
		open: ({ rateClass, usesBrowser }, signal) =>
			shared.of(accountId).open({ rateClass, usesBrowser, signal, execution }),
	});
}

const neverStopped = { isByUser: () => false };

/**
 * Returns the client for requests to an account. By default, the client has no replay store and no credit limit, and is
 * never stopped.
 */
export const openClient = (
	account: OpenAccount,
	rest: Pick<Client, 'settings'> & Partial<Client>,
): Client => ({
	runtime: hostRuntime,
	replayStore: { get: () => ({}), set: () => undefined },
	stop: neverStopped,
	creditGuard: new ExecutionCreditGuard({ used: 0, byWork: {} }),
	running: new Map(),
	effort: { attempts: 0, waits: [] },
	...rest,
	account,
});

/**
 * Runs `work` with a client for the node's credential, then closes the connections. The requests do not wait for
 * running executions.
 *
 * @throws an error that names the invalid credential field, or the `ServiceError` of a request
 */
export async function withClient<Result>(
	context: AccountsContext,
	{ signal, ...settings }: Client['settings'] & { signal?: AbortSignal },
	work: (client: Client) => Promise<Result>,
): Promise<Result> {
	const own = executionLimiters(undefined, new RateLimiters(hostRuntime));
	const accounts = openAccounts(context, own);
	try {
		const account = await accounts.open(0);
		if ('issues' in account) throw credentialError(context.getNode(), account.issues);
		const client = openClient(account, { settings, stop: { ...neverStopped, signal } });
		return await work(client).catch((thrown: unknown) => {
			const error = serviceError(thrown);
			throw error.with(maskFailure(error.failure, account.apiKey));
		});
	} finally {
		await accounts.close();
	}
}
