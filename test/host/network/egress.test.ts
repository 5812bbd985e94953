import * as dns from 'node:dns';
import type { ICredentialDataDecryptedObject, NodeEgressFilter } from 'n8n-workflow';

import * as egress from '../../../nodes/WebData/host/network/egress';
import type { EgressRule } from '../../../nodes/WebData/transport/exchange';
import type { Transport, TransportResult } from '../../../nodes/WebData/transport/http';
import { isCloud, n8nRequestHelper } from '../../support/build';
import { testPool } from '../../transport/adapterUnderTest';
import { requestTo, startHttp, stopServers, withProxyEnv } from '../../transport/loopback';

const node = { id: 'id', name: 'Web Data', parameters: {}, typeVersion: 1, position: [0, 0] };
const opened: Transport[] = [];
const startOk = () => startHttp((_request, response) => response.end('ok'));
const client: object = isCloud ? { httpRequest: n8nRequestHelper() } : {};

function egressOn(host: Record<string, unknown>): typeof egress {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({ ...jest.requireActual('n8n-workflow'), ...host }));
	return jest.requireActual('../../../nodes/WebData/host/network/egress');
}

function named(name: string): Error {
	return Object.assign(new Error(`${name}: restricted`), { name });
}

/** Rejects loopback addresses, as n8n's egress filter does by default. */
function strictFilter(): NodeEgressFilter {
	const isLoopback = (address: string) => /^(127\.|::1$)/.test(address);
	return {
		validateUrl: async (url) => {
			const host = new URL(url).hostname.replace(/[[\]]/g, '');
			if (host === 'denied.example') return { ok: false, error: named('SsrfBlockedHostnameError') };
			if (isLoopback(host) || host === 'localhost') {
				return { ok: false, error: named('SsrfBlockedIpError') };
			}
			return { ok: true, result: undefined };
		},
		validateConnectionHost: () => ({ ok: true, result: undefined }),
		createSecureLookup: () => (_hostname, _options, done) => done(named('SsrfBlockedIpError'), []),
		validateRedirectSync: jest.fn(),
	};
}

const openFilter: NodeEgressFilter = {
	...strictFilter(),
	validateUrl: async () => ({ ok: true, result: undefined }),
	createSecureLookup: () => dns.lookup,
};

function contextWith(filter?: NodeEgressFilter): egress.EgressContext {
	return {
		getNode: () => node as never,
		helpers: { ...client, ...(filter ? { getSecureEgressFilter: () => filter } : {}) },
	};
}

interface Case {
	url: string;
	filter?: NodeEgressFilter;
	baseUrl?: string;
	credentialData?: ICredentialDataDecryptedObject;
	host?: Record<string, unknown>;
}

async function send({ url, filter, baseUrl = url, credentialData, host }: Case) {
	const { openTransport } = host ? egressOn(host) : egress;
	const transport = openTransport(contextWith(filter), { baseUrl, credentialData });
	opened.push(transport);
	return await withProxyEnv({}, async () => await transport.send(requestTo(url)));
}

function detailOf(result: TransportResult): string {
	expect(result).toMatchObject({ kind: 'failure', failure: 'blocked', possiblySent: false });
	return result.kind === 'failure' ? result.detail : '';
}

afterEach(async () => {
	await Promise.all(opened.splice(0).map((transport) => transport.close()));
	await stopServers();
});

describe('the egress filter of the instance', () => {
	const [byRange, byName] = ['N8N_SSRF_ALLOWED_IP_RANGES', 'N8N_SSRF_ALLOWED_HOSTNAMES'];

	test.each([
		['127.0.0.1', '127.0.0.1', [byRange]],
		['0x7f000001', '127.0.0.1', [byRange]],
		['[::1]', '[::1]', [byRange]],
		['localhost', 'localhost', [byRange, byName]],
		['denied.example', 'denied.example', [byName]],
	])('blocks %s and names the setting that allows it', async (host, shown, settings) => {
		const url = `http://${host}:3002/v2/scrape`;
		const detail = detailOf(await send({ url, filter: strictFilter() }));
		expect(detail).toContain(`n8n instance does not allow requests to ${shown}.`);
		expect([byRange, byName].filter((name) => detail.includes(name))).toEqual(settings);
		if (settings.includes(byName)) expect(detail).toContain(`${byName}=${host}`);
	});

	test('sends nothing to a blocked address', async () => {
		const server = await startOk();
		detailOf(await send({ url: server.url, filter: strictFilter() }));
		expect(server.connections()).toBe(0);
	});

	testPool('a name that passes the check and then resolves to a refused address', async () => {
		const detail = detailOf(await send({ url: 'http://rebound.example/', filter: strictFilter() }));
		expect(detail).toContain('SsrfBlockedIpError');
	});

	test.each([openFilter, undefined])(
		'allows an address, and is not required (%#)',
		async (filter) => {
			const url = (await startOk()).url.replace('127.0.0.1', 'localhost');
			expect(await send({ url, filter })).toMatchObject({ status: 200 });
		},
	);
});

describe("the credential's allowed domains", () => {
	const onlyExample = { allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' };
	const baseUrl = 'https://api.example.com';

	test('always include the host of a fixed base URL', async () => {
		const { url } = await startOk();
		for (const allowedDomains of ['example.com', '']) {
			const credentialData = { ...onlyExample, allowedDomains, sameForAllItems: true };
			expect(await send({ url, credentialData })).toMatchObject({ status: 200 });
		}
	});

	test.each([false, undefined, 'true'])(
		'do not include the host of a base URL that may be an expression (%p)',
		async (sameForAllItems) => {
			const server = await startOk();
			for (const allowedDomains of ['example.com', '']) {
				const credentialData = { ...onlyExample, allowedDomains, sameForAllItems } as never;
				const detail = detailOf(await send({ url: server.url, credentialData }));
				expect(detail).toContain('add 127.0.0.1');
			}
			expect(server.connections()).toBe(0);
		},
	);

	test.each(['all', 'none', undefined])('%p allows the host of the node', async (mode) => {
		const { url } = await startOk();
		const credentialData: ICredentialDataDecryptedObject =
			mode === undefined ? {} : { allowedHttpRequestDomains: mode };
		expect(await send({ url, credentialData })).toMatchObject({ status: 200 });
	});

	test('block another host, and the message names the field for allowed domains', async () => {
		const server = await startOk();
		const credentialData = { ...onlyExample, apiKey: 'sk-secret' };
		const detail = detailOf(await send({ url: server.url, baseUrl, credentialData }));
		expect(detail).toMatch(/add 127\.0\.0\.1.*"Allowed Domains"/);
		expect(detail).not.toContain('sk-secret');
		expect(server.connections()).toBe(0);
	});

	test('do not bypass the egress filter', async () => {
		const credentialData = { allowedHttpRequestDomains: 'all' };
		const url = 'http://127.0.0.1:1/';
		detailOf(await send({ url, credentialData, filter: strictFilter() }));
	});

	test.each(['getCredentialAllowedDomains', 'assertUrlAllowed'])(
		'do not apply on a host without %s',
		async (missing) => {
			const { url } = await startOk();
			const host = { [missing]: undefined };
			const result = await send({ url, baseUrl, credentialData: onlyExample, host });
			expect(result).toMatchObject({ status: 200 });
		},
	);

	test('do not block this node with the value "none", for which n8n before 2.38 throws', async () => {
		const getCredentialAllowedDomains = () => {
			throw new Error('This credential is configured to prevent use within an HTTP Request node');
		};
		const host = { getCredentialAllowedDomains };
		const none = { allowedHttpRequestDomains: 'none' };
		const { url } = await startOk();
		expect(await send({ url, credentialData: none, host })).toMatchObject({ status: 200 });
		detailOf(await send({ url, credentialData: onlyExample, host }));
	});
});

testPool('undici gets the lookup of the filter and the rules, where there are any', async () => {
	const openedWith: { lookup?: unknown; check?: EgressRule }[] = [];
	jest.resetModules();
	jest.doMock('../../../nodes/WebData/transport/undici/undiciTransport', () => ({
		undiciTransport: (options: (typeof openedWith)[number]) => {
			openedWith.push(options);
			return { close: async () => undefined };
		},
	}));
	const { openTransport } = jest.requireActual<typeof egress>(
		'../../../nodes/WebData/host/network/egress',
	);
	const baseUrl = 'https://api.example.com';
	await openTransport(contextWith(openFilter), { baseUrl }).close();
	await openTransport(contextWith(), { baseUrl }).close();
	jest.dontMock('../../../nodes/WebData/transport/undici/undiciTransport');
	expect(openedWith.map(({ lookup }) => lookup)).toEqual([dns.lookup, undefined]);
	expect(openedWith.map(({ check }) => typeof check)).toEqual(['function', 'undefined']);
	expect(await openedWith[0]?.check?.(new URL(baseUrl))).toBeUndefined();
});
