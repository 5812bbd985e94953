import { n8nRequestTransport } from '../../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { TransportResult } from '../../../nodes/WebData/transport/http';
import { n8nRequestHelper } from '../../support/build';
import { freePort } from '../../support/listen';
import { requestTo, startOk, startProxy, startTcp, stopServers, withProxyEnv } from '../loopback';

const transport = n8nRequestTransport({ request: n8nRequestHelper() });

const sendVia = (variables: Record<string, string>, url: string): Promise<TransportResult> =>
	withProxyEnv(variables, () => transport.send(requestTo(url)));

afterEach(stopServers);

test('an http request goes through HTTP_PROXY with its absolute URL', async () => {
	const proxy = await startOk();
	const result = await sendVia({ HTTP_PROXY: proxy.url }, 'http://only.the.proxy.knows/a');
	expect(result).toMatchObject({ kind: 'response', status: 200 });
	expect(proxy.seen).toMatchObject([
		{ url: expect.stringMatching(/^http:\/\/only\.the\.proxy\.knows(:\d+)?\/a$/) },
	]);
});

test('an https request goes through a tunnel of HTTPS_PROXY', async () => {
	const target = await startTcp((socket) => socket.destroy());
	const proxy = await startProxy(target.port);
	const result = await sendVia({ HTTPS_PROXY: proxy.url }, 'https://only.the.proxy.knows/');
	expect(proxy.tunnels).toEqual(['only.the.proxy.knows:443']);
	expect(result).toMatchObject({ kind: 'failure', failure: 'closed', possiblySent: false });
});

test('an unreachable proxy is refused', async () => {
	const HTTP_PROXY = `http://127.0.0.1:${await freePort()}`;
	const result = await sendVia({ HTTP_PROXY }, 'http://target.example/');
	expect(result).toMatchObject({ failure: 'refused', possiblySent: false });
});
