import { shownEvents } from '../agent/showTrace';
import { jsonAnswer } from '../answer';
import type { Endpoint } from './endpoint';
import { findRun } from './findRun';

const viewport = { width: 1280, height: 720 };

export const traceAgent: Endpoint = {
	method: 'GET',
	path: /^\/v2\/agent\/([^/]+)\/trace$/,
	rateClass: 'extractStatus',
	async serve(request, state) {
		const run = findRun(request, state);
		const isBilled = run.outcome === undefined || run.outcome === 'succeeded';
		const id = run.sessionId;
		const sessions = id ? [{ id, liveViewUrl: `${state.url}/live/${id}`, viewport }] : [];
		return jsonAnswer(200, {
			success: true,
			id: run.id,
			events: shownEvents(run, state.settings),
			creditsUsed: isBilled ? run.credits : 0,
			...(request.url.searchParams.get('liveView') === 'true' && {
				activeBrowserSessions: sessions,
			}),
		});
	},
};
