import { jsonAnswer, rowFailure } from '../answer';
import { isUuid, type Endpoint } from './endpoint';
import { findRun } from './findRun';

export const agentSnapshot: Endpoint = {
	method: 'GET',
	path: /^\/v2\/agent\/([^/]+)\/snapshots\/([^/]+)$/,
	rateClass: 'extractStatus',
	async serve(request, state) {
		const { innerId } = request;
		if (!isUuid(request.id)) throw rowFailure('invalidJobId');
		if (!isUuid(innerId)) throw rowFailure('invalidSnapshotId');
		const run = findRun(request, state);
		const snapshotId = innerId.toLowerCase();
		const snapshot = run.snapshots.get(snapshotId);
		if (snapshot === undefined) throw rowFailure('snapshotNotFound');
		return jsonAnswer(200, { success: true, id: run.id, snapshotId, snapshot });
	},
};
