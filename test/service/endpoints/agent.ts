// GET /v2/agent/{jobId}: no run can be started here yet, so none is ever found.
import { rowFailure } from '../answer';
import { isUuid, type Endpoint } from './endpoint';

export const getAgent: Endpoint = {
	method: 'GET',
	path: /^\/v2\/agent\/([^/]+)$/,
	async serve({ id }) {
		throw rowFailure(isUuid(id) ? 'agentJobNotFound' : 'invalidJobId');
	},
};
