import { randomUUID } from 'node:crypto';
import { failure, jsonAnswer, rowFailure } from '../answer';
import { searchIssues, type SearchBody } from '../schemas/search';
import { checkScrapePermissions } from '../scrape/runScrape';
import { toolsFor } from '../scrape/toolContract';
import { runSearch, sourceNames } from '../search/runSearch';
import type { ServiceState } from '../state';
import type { Endpoint } from './endpoint';

const DEFAULT_TIMEOUT_MS = 60_000;
const CREDITS_PER_TEN = 2;
const ZERO_RETENTION_CREDITS_PER_TEN = 10;

export const search: Endpoint = {
	method: 'POST',
	path: /^\/v2\/search$/,
	rateClass: 'search',
	async serve(request, state) {
		const body = checkedBody(request.body, state);
		const work = runSearch(body, state);
		const outcome = await state.clock.within(body.timeout ?? DEFAULT_TIMEOUT_MS, work);
		if (!outcome) throw rowFailure('requestTimeout', { code: 'SCRAPE_TIMEOUT' });
		const id = randomUUID();
		state.activity.record({ id, team: request.team, endpoint: 'search', target: body.query });
		const perTen = keepsNothing(body) ? ZERO_RETENTION_CREDITS_PER_TEN : CREDITS_PER_TEN;
		const credits = Math.ceil(outcome.count / 10) * perTen;
		state.account.charge(credits);
		const creditsUsed = credits + outcome.scrapeCredits;
		const data = { ...outcome.data, ...(asksForTools(body) && { tools: toolsFor(state.url) }) };
		return jsonAnswer(200, { success: true, data, creditsUsed, id });
	},
};

function checkedBody(raw: unknown, state: ServiceState): SearchBody {
	const details = searchIssues(raw);
	if (details.length > 0) throw failure(400, 'Invalid request body', { details });
	const body = raw as SearchBody;
	if (keepsNothing(body) && !state.allowsZeroDataRetention) {
		throw failure(403, 'Zero Data Retention (ZDR) search is not enabled for your team.');
	}
	if (asksForTools(body) && !state.settings.catalogEnabled) throw rowFailure('catalogNotEnabled');
	checkScrapePermissions({ ...body.scrapeOptions, url: state.url }, state);
	return body;
}

function asksForTools(body: SearchBody): boolean {
	return body.domainTools === true || sourceNames(body).includes('catalog');
}

function keepsNothing({ enterprise = [] }: SearchBody): boolean {
	return enterprise.includes('zdr');
}
