import { statusBody } from '../agent/runStatus';
import { jsonAnswer } from '../answer';
import type { Endpoint } from './endpoint';
import { findRun } from './findRun';

export const getAgent: Endpoint = {
	method: 'GET',
	path: /^\/v2\/agent\/([^/]+)$/,
	rateClass: 'extractStatus',
	async serve(request, state) {
		const run = findRun(request, state);
		const now = state.clock.now();
		run.polls.push(now);
		return jsonAnswer(200, statusBody(run, now));
	},
};
