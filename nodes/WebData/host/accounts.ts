// The accounts of one execution: credential to base URL, key and transport, each transport opened once.

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { normaliseBaseUrl } from '../api/baseUrl';
import type { Account } from '../api/request';
import type { FormIssue } from '../operations/form';
import type { Transport } from '../transport/transport';
import { openTransport, type EgressContext } from './egress';
import type { Gate } from './gate';

export interface OpenAccount {
	account: Account;
	transport: Transport;
}

export interface Accounts {
	/** The account of one item: its credential may hold expressions. Rejects as n8n does when there is none. */
	of(itemIndex: number): Promise<OpenAccount | { issues: FormIssue[] }>;
	/** Lets go of every connection. */
	close(): Promise<void>;
}

interface Reading {
	found: OpenAccount | { issues: FormIssue[] };
	/** The credential says of itself that it holds no expression; nothing where n8n does not ask it. */
	sameForAll: boolean;
}

const issue = (label: string, message: string): { issues: FormIssue[] } => ({
	issues: [{ label: `Credential > ${label}`, message }],
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function accountOf(data: ICredentialDataDecryptedObject): Account | { issues: FormIssue[] } {
	const base = normaliseBaseUrl(textOf(data.baseUrl));
	if (!base.ok) return issue('Base URL', base.message);
	const apiKey = textOf(data.apiKey);
	return apiKey === '' ? issue('API Key', 'is empty') : { baseUrl: base.url, apiKey };
}

/** So many cancels at a time when the execution is stopped. */
const OVERTAKING_CONNECTIONS = 50;

/** Requests that wait for nobody have connections of their own: the others may all be taken. Opened with the first of them. */
function withOvertaking(usual: Transport, open: () => Transport): Transport {
	let overtaking: Transport | undefined;
	return {
		send: (request) => (request.pacing === 'none' ? (overtaking ??= open()) : usual).send(request),
		close: async () => {
			await Promise.all([usual.close(), overtaking?.close()]);
		},
	};
}

export type AccountsContext = EgressContext & Pick<IExecuteFunctions, 'getCredentials'>;

/**
 * Opens nothing until the first item asks; `gate` paces the requests of all, and lets no more than
 * `connections` be on their way. To be closed at the end of the execution.
 */
export function openAccounts(context: AccountsContext, gate: Gate, connections: number): Accounts {
	const opened = new Map<string, OpenAccount>();
	const open = (account: Account, data: ICredentialDataDecryptedObject): OpenAccount => {
		const { baseUrl, apiKey } = account;
		const { allowedHttpRequestDomains, allowedDomains } = data;
		const name = JSON.stringify([baseUrl, apiKey, allowedHttpRequestDomains, allowedDomains]);
		const before = opened.get(name);
		if (before !== undefined) return before;
		const withConnections = (connections: number) =>
			openTransport(context, { baseUrl, credentialData: data, connections });
		const transport = withOvertaking(withConnections(connections), () =>
			withConnections(OVERTAKING_CONNECTIONS),
		);
		const now = { account, transport: gate.guard(transport, account) };
		opened.set(name, now);
		return now;
	};
	const read = async (itemIndex: number): Promise<Reading> => {
		const data = await context.getCredentials('webDataApi', itemIndex);
		const account = accountOf(data);
		const found = 'issues' in account ? account : open(account, data);
		return { found, sameForAll: data.sameForAllItems === true };
	};
	let first: Promise<Reading> | undefined;
	return {
		async of(itemIndex) {
			const begun = first;
			if (begun === undefined) return (await (first = read(itemIndex))).found;
			const before = await begun.catch(() => undefined);
			return before?.sameForAll ? before.found : (await read(itemIndex)).found;
		},
		async close() {
			await Promise.all([...opened.values()].map(({ transport }) => transport.close()));
		},
	};
}
