import type { TransportResult } from '../../../nodes/WebData/transport/http';
import { proxyAddresses } from '../../../nodes/WebData/transport/undici/dispatcher';
import type { UndiciTransportOptions } from '../../../nodes/WebData/transport/undici/undiciTransport';
import { useAdapter } from '../adapterUnderTest';
import {
	makeKeys,
	nothing,
	requestTo,
	startAnswering,
	startHttps,
	startOk,
	startProxy,
	startTcp,
	withProxyEnv,
} from '../loopback';

const open = useAdapter();

const sendVia = (
	variables: Record<string, string>,
	url: string,
	options?: UndiciTransportOptions,
): Promise<TransportResult> =>
	withProxyEnv(variables, async () => await open(options).send(requestTo(url)));

const target = 'https://target.example/';

const failedAtProxy = { kind: 'failure', failure: 'proxy', possiblySent: false };

test.each([
	[{ http_proxy: 'http://a', HTTP_PROXY: 'http://b' }, 'http://a', 'http://a'],
	[{ http_proxy: '', HTTP_PROXY: 'a:1' }, 'http://a:1', 'http://a:1'],
	[{ HTTPS_PROXY: 'a.example:8080' }, '', 'http://a.example:8080'],
	[{ ALL_PROXY: 'u:p@a:1' }, 'http://u:p@a:1', 'http://u:p@a:1'],
	[{ all_proxy: 'https://a', HTTP_PROXY: 'http://b' }, 'http://b', 'https://a'],
	[{}, '', ''],
])('the proxies of %j are %j and %j', (env, httpProxy, httpsProxy) => {
	expect(proxyAddresses(env)).toEqual({ httpProxy, httpsProxy });
});

test.each(['HTTP_PROXY', 'ALL_PROXY'])(
	'a request to an http target is sent to the proxy in %s without a tunnel',
	async (name) => {
		const proxy = await startOk();
		const lookup = jest.fn();
		const address = proxy.url.replace('http://', 'user:pa55word@');
		const result = await sendVia({ [name]: address }, 'http://only.the.proxy.knows/a', { lookup });
		expect(result).toMatchObject({ kind: 'response', status: 200 });
		const headers = {
			host: 'only.the.proxy.knows',
			'proxy-authorization': `Basic ${btoa('user:pa55word')}`,
		};
		expect(proxy.seen).toMatchObject([{ url: 'http://only.the.proxy.knows/a', headers }]);
		expect(lookup).not.toHaveBeenCalled();
	},
);

test('requests name n8n as the user agent', async () => {
	const server = await startOk();
	await open().send(requestTo(server.url));
	expect(server.seen).toMatchObject([{ headers: { 'user-agent': 'n8n' } }]);
});

test.each(['HTTPS_PROXY', 'HTTP_PROXY'])(
	'an https target goes through %s, and its certificate is checked',
	async (name) => {
		const keys = await makeKeys('named.example');
		const server = await startHttps((_request, response) => response.end('ok'), keys);
		const proxy = await startProxy(server.port);
		const env = { [name]: proxy.url };
		const trusted = { ca: keys.cert };
		expect(await sendVia(env, 'https://named.example/', trusted)).toMatchObject({ status: 200 });
		expect(proxy.tunnels).toEqual(['named.example:443']);
		const results = [
			await sendVia(env, 'https://named.example/'),
			await sendVia(env, 'https://other.example/', trusted),
		];
		for (const result of results) {
			expect(result).toMatchObject({ failure: 'tls', possiblySent: false });
		}
		expect(server.seen).toHaveLength(1);
	},
);

test.each<Record<string, string>>([
	{ HTTP_PROXY: 'http://127.0.0.1:1' },
	{ ALL_PROXY: 'socks5://127.0.0.1:1' },
])('a request to a host in NO_PROXY is sent directly, and does not need %j', async (proxy) => {
	const env = { ...proxy, NO_PROXY: 'example.org,127.0.0.1' };
	expect(await sendVia(env, (await startOk()).url)).toMatchObject({ kind: 'response' });
});

test('the proxy credentials are sent to the proxy and do not appear in a failure', async () => {
	let head = '';
	const proxy = await startTcp((socket, text) => {
		head = text;
		socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
	});
	const url = `http://user:pa55word@127.0.0.1:${proxy.port}`;
	const result = await sendVia({ HTTP_PROXY: url }, target);
	expect(head).toContain(`proxy-authorization: Basic ${btoa('user:pa55word')}`);
	const detail = 'The proxy did not open a connection: it returned status 407';
	expect(result).toEqual({ ...failedAtProxy, detail });
	expect(proxy.connections()).toBe(1);
});

test('a request to an http target fails at a proxy that requires a login', async () => {
	const proxy = await startAnswering((response) => response.writeHead(407).end('no'));
	const result = await sendVia({ HTTP_PROXY: proxy.url }, 'http://target.example/');
	expect(result).toMatchObject({ ...failedAtProxy, detail: 'Proxy Authentication Required (407)' });
});

test('the check is called although the proxy resolves the name', async () => {
	const proxy = await startOk();
	const check = async () => 'No.';
	const result = await sendVia({ HTTP_PROXY: proxy.url }, 'http://10.0.0.1/', { check });
	expect(result).toMatchObject({ failure: 'blocked' });
	expect(proxy.connections()).toBe(0);
});

test('a request fails at a proxy that does not respond, or closes the connection', async () => {
	const [silent, closing] = [await startTcp(nothing), await startTcp((socket) => socket.destroy())];
	const results = [
		await sendVia({ HTTP_PROXY: silent.url }, target, { connectTimeoutMs: 60 }),
		await sendVia({ HTTP_PROXY: closing.url }, target),
	];
	for (const result of results) expect(result).toMatchObject(failedAtProxy);
	expect(closing.connections()).toBe(1);
});

test.each([
	[
		'an invalid proxy address',
		'http://user:pa55word@',
		'The proxy address in HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY is not valid',
	],
	[
		'a SOCKS proxy',
		'socks5://user:pa55word@proxy.example:1080',
		'The proxy socks5://proxy.example:1080 is not an HTTP proxy',
	],
	['an FTP proxy', 'ftp://proxy.example', 'The proxy ftp://proxy.example is not an HTTP proxy'],
])('a request fails with %s, without the password', async (_name, address, detail) => {
	for (const url of [target, 'http://target.example/']) {
		const result = await sendVia({ ALL_PROXY: address }, url);
		expect(result).toMatchObject({ failure: 'proxySetting', possiblySent: false, detail });
	}
});
