import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { TransportResult } from '../../../nodes/WebData/transport/http';
import { useAdapter } from '../adapterUnderTest';
import { requestTo, startHttp } from '../loopback';

const open = useAdapter();

const MB = 1024 * 1024;
const piece = Buffer.alloc(MB, 7);

/** Waits for all requests, then sends 1 MB of each response in turn. The response to `/broken` ends after half its body. */
async function startInterleaved(count: number, bodyMb: number) {
	const responses: { response: ServerResponse; lastMb: number }[] = [];
	const sendMb = async (response: ServerResponse) =>
		await new Promise<void>((resolve) => response.write(piece, () => resolve()));
	const sendAll = async () => {
		for (let mb = 1; mb <= bodyMb; mb += 1) {
			const running = responses.filter(({ response }) => !response.destroyed);
			await Promise.all(running.map(({ response }) => sendMb(response)));
			for (const { response, lastMb } of running) {
				if (mb === bodyMb) response.end();
				else if (mb === lastMb) response.destroy();
			}
			await nextTurn();
		}
	};
	return await startHttp(({ url }, response) => {
		response.writeHead(200, { 'content-length': bodyMb * MB });
		responses.push({ response, lastMb: url === '/broken' ? bodyMb / 2 : bodyMb });
		if (responses.length === count) void sendAll();
	});
}

const sizeOf = (result: TransportResult) =>
	result.kind === 'failure' ? result.failure : result.body.length / MB;

test('large responses whose bodies arrive interleaved are complete, except one that breaks off', async () => {
	const { url } = await startInterleaved(3, 270);
	const transport = open();
	const sizes = ['one', 'broken', 'two'].map(async (name) =>
		sizeOf(await transport.send(requestTo(`${url}/${name}`, { maxResponseBytes: 300 * MB }))),
	);
	expect(await Promise.all(sizes)).toEqual([270, 'truncated', 270]);
});
