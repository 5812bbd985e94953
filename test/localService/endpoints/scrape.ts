import { failure, refuse, rowFailure } from '../answer';
import { targetUrlIssues, withScheme } from '../schemas/check';
import {
	checkScrapeBody,
	crossedIssues,
	formatSchemaFault,
	type ScrapeBody,
} from '../schemas/scrape';
import { checkScrapePermissions, runScrape, type Document } from '../web/scrape';
import { recordActivity } from './account';
import { isCatalogBody, serveCatalog } from './catalog';
import { endpoint, isUuid } from './endpoint';

export const scrape = endpoint('POST /v2/scrape', async (request, state) => {
	if (isCatalogBody(request.body, state)) return await serveCatalog(request, state);
	const body = checkedScrape(request.body);
	checkScrapePermissions(body, state);
	const data = await runScrape(body, state);
	const id = String((data.metadata as Document).scrapeId);
	recordActivity(request, { id, kind: 'scrape', target: body.url }, state);
	return { data };
});

function checkedScrape(raw: unknown): ScrapeBody {
	refuse(checkScrapeBody(raw));
	const body = raw as ScrapeBody;
	refuse([...targetUrlIssues(body.url, ['url']), ...crossedIssues(body)]);
	const fault = formatSchemaFault(body);
	if (!fault) return { ...body, url: withScheme(body.url) };
	const details = [{ path: ['formats'], message: `Invalid JSON schema: ${fault}` }];
	throw rowFailure('unprocessable', { details });
}

export const storedScrape = endpoint('GET /v2/scrape/:id', ({ id }, { memory }) => {
	if (!isUuid(id)) throw failure(400, 'Invalid job ID format. Job ID must be a valid UUID.');
	const scraped = memory.scrapes.get(id);
	if (scraped === undefined) throw failure(404, 'Job not found.');
	return { data: scraped.document };
});
