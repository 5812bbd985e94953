// POST /v2/scrape in catalog mode. The team of this service has no catalog execution yet.
import { rowFailure, type ServiceAnswer } from '../answer';
import { checkCatalogBody } from '../schemas/scrape';

export async function serveCatalog(body: unknown): Promise<ServiceAnswer> {
	const details = checkCatalogBody(body);
	if (details.length > 0) throw rowFailure('catalogBadRequest', { code: 'BAD_REQUEST', details });
	throw rowFailure('catalogNotEnabled');
}
