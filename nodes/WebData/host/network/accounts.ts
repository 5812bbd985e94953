// The accounts of one execution: credential to base URL, key and transport, each transport opened once.

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { normalizeBaseUrl } from '../../api/http/baseUrl';
import type { Account } from '../../api/http/request';
import type { FormIssue } from '../../operations/form/readForm';
import type { Transport } from '../../transport/http';
import { openTransport, type EgressContext } from './egress';
import type { Gate } from '../../rateLimit/rateLimiter';

export interface OpenAccount {
	account: Account;
	transport: Transport;
	/** For requests that wait for no other request. */
	cancelTransport: Transport;
}

export interface Accounts {
	/** The account of one item; its credential may contain expressions. Rejects if n8n has no credential. */
	open(itemIndex: number): Promise<OpenAccount | { issues: FormIssue[] }>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

interface CredentialResult {
	found: OpenAccount | { issues: FormIssue[] };
	/** The credential says of itself that it holds no expression; nothing where n8n does not ask it. */
	sameForAll: boolean;
}

const issue = (label: string, message: string): { issues: FormIssue[] } => ({
	issues: [{ label: `Credential > ${label}`, message }],
});

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function accountFromCredential(
	data: ICredentialDataDecryptedObject,
): Account | { issues: FormIssue[] } {
	const base = normalizeBaseUrl(trimmedText(data.baseUrl));
	if (!base.ok) return issue('Base URL', base.message);
	const apiKey = trimmedText(data.apiKey);
	return apiKey === '' ? issue('API Key', 'is empty') : { baseUrl: base.url, apiKey };
}

/** Cancels in parallel when the execution is stopped. They have connections of their own, because all others may be in use. */
const CANCEL_CONNECTIONS = 50;

export type AccountsContext = EgressContext & Pick<IExecuteFunctions, 'getCredentials'>;

/**
 * Opens nothing until the first item asks; `gate` paces the requests of all, and lets no more than
 * `connections` be on their way. To be closed at the end of the execution.
 */
export function openAccounts(context: AccountsContext, gate: Gate, connections: number): Accounts {
	const opened = new Map<string, OpenAccount>();
	const openAccount = (account: Account, data: ICredentialDataDecryptedObject): OpenAccount => {
		const { baseUrl, apiKey } = account;
		const { allowedHttpRequestDomains, allowedDomains } = data;
		const name = JSON.stringify([baseUrl, apiKey, allowedHttpRequestDomains, allowedDomains]);
		const before = opened.get(name);
		if (before !== undefined) return before;
		const withConnections = (connections: number) =>
			openTransport(context, { baseUrl, credentialData: data, connections });
		const now = {
			account,
			transport: gate.guard(withConnections(connections), account),
			cancelTransport: withConnections(CANCEL_CONNECTIONS),
		};
		opened.set(name, now);
		return now;
	};
	const read = async (itemIndex: number): Promise<CredentialResult> => {
		const data = await context.getCredentials('webDataApi', itemIndex);
		const account = accountFromCredential(data);
		const found = 'issues' in account ? account : openAccount(account, data);
		return { found, sameForAll: data.sameForAllItems === true };
	};
	let first: Promise<CredentialResult> | undefined;
	return {
		async open(itemIndex) {
			const begun = first;
			if (begun === undefined) return (await (first = read(itemIndex))).found;
			const before = await begun.catch(() => undefined);
			return before?.sameForAll ? before.found : (await read(itemIndex)).found;
		},
		async close() {
			const transports = [...opened.values()].flatMap(({ transport, cancelTransport }) => [
				transport,
				cancelTransport,
			]);
			await Promise.all(transports.map((transport) => transport.close()));
		},
	};
}
