// Other processes can control the service with HTTP requests to paths under /_test/. Such requests need no API key.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { jsonAnswer, type ServiceAnswer } from './answer';
import type { Fault } from './faults';
import { reportOf } from './report';
import type { ServiceState } from './state';
import { writeWhole } from './writeAnswer';

type Control = (state: ServiceState, body: Record<string, unknown>) => unknown;

const controls: Record<string, Control> = {
	'POST /_test/faults': (state, body) => {
		if (!Array.isArray(body)) throw new Error('An array of faults is expected');
		state.faults.add(body as Fault[]);
		return { added: body.length };
	},
	'POST /_test/settings': (state, body) => {
		state.configure(body);
		return state.settings;
	},
	'POST /_test/clock': (state, { advanceMs }) => {
		if (typeof advanceMs !== 'number') throw new Error('"advanceMs" must be a number');
		state.clock.advance(advanceMs);
		return { now: state.clock.now() };
	},
	'POST /_test/pages/changing': (state, { text: content }) => {
		if (typeof content !== 'string') throw new Error('"text" must be a string');
		state.changingText = content;
		return { text: content };
	},
	'POST /_test/reset': (state) => {
		state.reset();
		return { reset: true };
	},
	'GET /_test/requests': (state) => state.log.api,
	'GET /_test/state': (state) => reportOf(state),
};

export async function serveControl(
	state: ServiceState,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const content = await text(request);
	writeWhole(response, run(state, `${request.method} ${request.url}`, content || '{}'));
}

function run(state: ServiceState, name: string, content: string): ServiceAnswer {
	const control = controls[name];
	if (!control) return jsonAnswer(404, { success: false, error: `No control "${name}"` });
	try {
		return jsonAnswer(200, control(state, JSON.parse(content) as Record<string, unknown>));
	} catch (error) {
		return jsonAnswer(400, { success: false, error: String(error) });
	}
}
