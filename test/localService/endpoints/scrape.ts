// POST /v2/scrape
import { jsonAnswer } from '../answer';
import { checkedScrape } from '../scrape/checkScrape';
import { checkScrapePermissions, runScrape } from '../scrape/runScrape';
import { isCatalogBody, serveCatalog } from './catalog';
import type { Endpoint } from './endpoint';

export const scrape: Endpoint = {
	method: 'POST',
	path: /^\/v2\/scrape$/,
	async serve(request, state) {
		if (isCatalogBody(request.body)) return await serveCatalog(request, state);
		const body = checkedScrape(request.body);
		checkScrapePermissions(body, state);
		return jsonAnswer(200, { success: true, data: await runScrape(body, state) });
	},
};
