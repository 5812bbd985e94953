// The accounts of one execution: credential to base URL, key and transport, each transport opened once.

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { normaliseBaseUrl } from '../api/baseUrl';
import type { Account } from '../api/request';
import type { FormIssue } from '../operations/form';
import type { Transport } from '../transport/transport';
import { openTransport } from './egress';
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

/** Opens nothing until the first item asks; `gate` paces the requests of all. To be closed at the end of the execution. */
export function openAccounts(context: IExecuteFunctions, gate: Gate): Accounts {
	const transports = new Map<string, Transport>();
	const transportOf = (baseUrl: string, data: ICredentialDataDecryptedObject): Transport => {
		const rules = JSON.stringify([baseUrl, data.allowedHttpRequestDomains, data.allowedDomains]);
		const open = transports.get(rules) ?? openTransport(context, { baseUrl, credentialData: data });
		transports.set(rules, open);
		return open;
	};
	return {
		async of(itemIndex) {
			const data = await context.getCredentials('webDataApi', itemIndex);
			const account = accountOf(data);
			if ('issues' in account) return account;
			const transport = transportOf(account.baseUrl, data);
			return { account, transport: gate.guard(transport, account) };
		},
		async close() {
			await Promise.all([...transports.values()].map((transport) => transport.close()));
		},
	};
}
