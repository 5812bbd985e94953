import { failure, jsonAnswer } from '../answer';
import { checkedScrape } from '../scrape/checkScrape';
import { checkScrapePermissions, runScrape, type Document } from '../scrape/runScrape';
import { isCatalogBody, serveCatalog } from './catalog';
import { isUuid, type Endpoint } from './endpoint';

export const scrape: Endpoint = {
	method: 'POST',
	path: /^\/v2\/scrape$/,
	rateClass: 'scrape',
	async serve(request, state) {
		if (isCatalogBody(request.body)) return await serveCatalog(request, state);
		const body = checkedScrape(request.body);
		checkScrapePermissions(body, state);
		const data = await runScrape(body, state);
		const id = String((data.metadata as Document).scrapeId);
		state.activity.record({ id, team: request.team, endpoint: 'scrape', target: body.url });
		return jsonAnswer(200, { success: true, data });
	},
};

export const storedScrape: Endpoint = {
	method: 'GET',
	path: /^\/v2\/scrape\/([^/]+)$/,
	rateClass: 'crawlStatus',
	async serve({ id }, { memory }) {
		if (!isUuid(id)) {
			throw failure(400, 'Invalid job ID format. Job ID must be a valid UUID.');
		}
		const scraped = memory.scrapes.get(id);
		if (scraped === undefined) throw failure(404, 'Job not found.');
		return jsonAnswer(200, { success: true, data: scraped.document });
	},
};
