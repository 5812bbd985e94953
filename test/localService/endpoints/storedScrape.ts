import { failure, jsonAnswer } from '../answer';
import { isUuid, type Endpoint } from './endpoint';

export const storedScrape: Endpoint = {
	method: 'GET',
	path: /^\/v2\/scrape\/([^/]+)$/,
	rateClass: 'crawlStatus',
	async serve({ id }, { memory }) {
		if (!isUuid(id)) {
			throw failure(400, 'Invalid job ID format. Job ID must be a valid UUID.');
		}
		const data = memory.documents.get(id);
		if (data === undefined) throw failure(404, 'Job not found.');
		return jsonAnswer(200, { success: true, data });
	},
};
