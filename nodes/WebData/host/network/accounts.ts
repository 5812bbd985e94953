import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { type JobIds, KnownJobs, normalizeApiKey, type ServiceState } from '../../client/account';
import type { Schedule } from '../../client/limits';
import { type Account, fingerprint } from '../../client/request';
import type { FormIssue } from '../../form/read';
import { normalizeBaseUrl } from '../../json/url';
import type { Transport } from '../../transport/http';
import { type EgressContext, openTransport } from './egress';
import { withTurns } from './fairness';

export interface OpenAccount {
	account: Account;
	transport: Transport;
	cancelTransport: Transport;
	schedule: Schedule;
	service: ServiceState;
	knownJobs: JobIds;
}

export interface Accounts {
	/** Returns the account for an item's credential. Rejects if n8n finds no credential. */
	open(itemIndex: number): Promise<OpenAccount | { issues: FormIssue[] }>;
	close(): Promise<void>;
}

interface CredentialResult {
	opened: OpenAccount | { issues: FormIssue[] };
	/** True if the credential contains no expressions. */
	sameForAll: boolean;
}

const issue = (label: string, message: string): { issues: FormIssue[] } => ({
	issues: [{ label: `Credential > ${label}`, message }],
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function accountFromCredential(
	data: ICredentialDataDecryptedObject,
): Account | { issues: FormIssue[] } {
	const base = normalizeBaseUrl(textOf(data.baseUrl));
	if (!base.ok) return issue('Base URL', base.message);
	const apiKey = normalizeApiKey(textOf(data.apiKey));
	return apiKey === '' ? issue('API Key', 'is empty') : { baseUrl: base.url, apiKey };
}

const knownJobs = new KnownJobs();

/** Maximum number of connections per account for cancel requests. */
const CANCEL_CONNECTIONS = 50;

const connectionKey = (
	{ baseUrl, apiKey }: Account,
	{ allowedHttpRequestDomains, allowedDomains }: ICredentialDataDecryptedObject,
): string => JSON.stringify([baseUrl, apiKey, allowedHttpRequestDomains, allowedDomains]);

const closeBoth = async ({ transport, cancelTransport }: OpenAccount): Promise<void> => {
	await Promise.all([transport.close(), cancelTransport.close()]);
};

const noCredential = {
	issues: [
		{
			label: 'Credential to connect with',
			message: 'is empty. Select or create a Web Data API credential',
		},
	],
};

/** Returns undefined if no credential is selected in the node. */
async function readCredential(
	context: AccountsContext,
	itemIndex: number,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const read = context.getCredentials('webDataApi', itemIndex);
	const isSelected = context.getNode().credentials?.webDataApi !== undefined;
	return await (isSelected ? read : read.catch(() => undefined));
}

export type AccountsContext = EgressContext & Pick<IExecuteFunctions, 'getCredentials'>;

/** The caller must close the returned object at the end of the execution. */
export function openAccounts(
	context: AccountsContext,
	scheduleFor: (account: Account) => Schedule,
	connections?: number,
): Accounts {
	const accounts = new Map<string, OpenAccount>();
	const openAccount = (account: Account, data: ICredentialDataDecryptedObject): OpenAccount => {
		const name = connectionKey(account, data);
		const known = accounts.get(name);
		if (known !== undefined) return known;
		const settings = { baseUrl: account.baseUrl, credentialData: data };
		const opened = {
			account,
			transport: withTurns(openTransport(context, { ...settings, connections })),
			cancelTransport: withTurns(
				openTransport(context, { ...settings, connections: CANCEL_CONNECTIONS }),
			),
			schedule: scheduleFor(account),
			service: { responded: false },
			knownJobs: knownJobs.of(fingerprint({ ...account })),
		};
		accounts.set(name, opened);
		return opened;
	};
	const read = async (itemIndex: number): Promise<CredentialResult> => {
		const data = await readCredential(context, itemIndex);
		if (data === undefined) return { opened: noCredential, sameForAll: false };
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
			await Promise.all([...accounts.values()].map(closeBoth));
		},
	};
}
