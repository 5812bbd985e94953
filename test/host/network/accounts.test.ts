import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { openAccounts } from '../../../nodes/WebData/host/network/accounts';
import { limiterIn } from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

type CredentialOf = (itemIndex: number) => ICredentialDataDecryptedObject;

const baseUrl = 'https://api.example.com';
const constant = { baseUrl, apiKey: 'key', sameForAllItems: true };

async function run(credentialOf: CredentialOf, credentials: object = { webDataApi: {} }) {
	const reads: number[] = [];
	const context = {
		getNode: () => ({ name: 'Web Data', credentials }),
		getCredentials: async (_type: string, itemIndex: number) => {
			reads.push(itemIndex);
			return credentialOf(itemIndex);
		},
		helpers: {},
	} as unknown as IExecuteFunctions;
	const accounts = openAccounts(context, () => limiterIn(new VirtualTime()));
	const opened = await Promise.allSettled([0, 1, 2].map((itemIndex) => accounts.open(itemIndex)));
	await accounts.close();
	const keys = opened.map((one) => {
		if (one.status === 'rejected') return String(one.reason);
		return 'issues' in one.value ? one.value.issues[0]?.label : one.value.apiKey;
	});
	const ids = opened.map((one) => 'value' in one && 'id' in one.value && one.value.id);
	return { reads, keys, ids };
}

it('reads a fixed credential once, and reports its mistakes for every item', async () => {
	expect(await run(() => constant)).toMatchObject({ reads: [0], keys: ['key', 'key', 'key'] });
	const label = 'Credential > API Key';
	const result = await run(() => ({ ...constant, apiKey: '' }));
	expect(result).toMatchObject({ reads: [0], keys: [label, label, label] });
});

it.each<[string, unknown]>([
	['has an expression', false],
	['does not state whether it is the same for all items', undefined],
])('reads the credential for each item if it %s', async (_name, sameForAllItems) => {
	const result = await run((itemIndex) => ({
		baseUrl,
		apiKey: `key ${itemIndex}`,
		sameForAllItems: sameForAllItems as string,
	}));
	expect(result).toMatchObject({ reads: [0, 1, 2], keys: ['key 0', 'key 1', 'key 2'] });
});

it('gives each account an ID of its base URL and API key, without the key', async () => {
	const credentials = [{ apiKey: 'other' }, { baseUrl: 'https://other.example.com' }, {}];
	const all = await run((index) => ({
		...constant,
		...credentials[index],
		sameForAllItems: false,
	}));
	expect(new Set(all.ids).size).toBe(3);
	expect(all.ids[2]).toMatch(/^[0-9a-f]{32}$/);
	expect((await run(() => constant)).ids[0]).toBe(all.ids[2]);
});

it('says which field is empty if the node has no credential', async () => {
	const noCredential: CredentialOf = () => {
		throw new Error('Node does not have any credentials set');
	};
	const label = 'Credential';
	expect(await run(noCredential, {})).toMatchObject({
		reads: [0, 1, 2],
		keys: [label, label, label],
	});
});
