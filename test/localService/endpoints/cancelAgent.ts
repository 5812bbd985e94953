import { cancelRun } from '../agent/runAgent';
import { jsonAnswer, rowFailure } from '../answer';
import type { Endpoint } from './endpoint';
import { findRun } from './findRun';

export const cancelAgent: Endpoint = {
	method: 'DELETE',
	path: /^\/v2\/agent\/([^/]+)$/,
	rateClass: 'extractStatus',
	async serve(request, state) {
		const run = findRun(request, state);
		run.cancels.push(state.clock.now());
		if (run.endedAt !== undefined) throw rowFailure('agentAlreadyFinished');
		if (run.cancelling) throw rowFailure('agentAlreadyCancelled');
		cancelRun(run, state);
		return jsonAnswer(200, { success: true });
	},
};
