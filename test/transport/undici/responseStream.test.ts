import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { useAdapter } from '../adapterUnderTest';
import { requestTo, startHttp } from '../loopback';

const open = useAdapter();

const stackLimit = Error.stackTraceLimit;
afterEach(() => {
	Error.stackTraceLimit = stackLimit;
});

test('the reader of a stream never runs inside the parser of undici', async () => {
	const server = await startHttp(async (_request, response) => {
		for (let piece = 0; piece < 20; piece += 1) {
			response.write('x'.repeat(1000));
			await nextTurn();
		}
		response.end();
	});
	const stream = await open().open(requestTo(server.url));
	if (stream.kind === 'failure') throw new Error(stream.detail);
	Error.stackTraceLimit = Infinity;
	const callers: string[] = [];
	stream.body.on('data', () => callers.push(String(new Error('reader').stack)));
	await once(stream.body, 'end');
	expect(callers).not.toEqual([]);
	expect(callers.filter((stack) => stack.includes('undici/lib'))).toEqual([]);
});
