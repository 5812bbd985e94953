import { canParse } from '../canParse';
import * as cheerio from 'cheerio';
import { badRequest, rowFailure, type Issue } from '../answer';
import { checkScrapeBody } from '../schemas/scrape';
import { schemaFault } from '../schemas/validate';
import { formatOf, wantedFormats, type ScrapeBody, type ScrapeOptions } from './scrapeRequest';

const MAX_WAIT_MS = 60_000;
const SELECTOR_WAIT_MS = 1_000;

export function checkedScrape(raw: unknown): ScrapeBody {
	const issues = checkScrapeBody(raw);
	if (issues.length > 0) throw badRequest(issues);
	const body = raw as ScrapeBody;
	if (!isScrapable(body.url)) throw rowFailure('invalidUrl');
	const crossed = crossedIssues(body);
	if (crossed.length > 0) throw badRequest(crossed);
	checkSchemas(body);
	return body;
}

export function crossedIssues(body: ScrapeOptions): Issue[] {
	return [...formatIssues(body), ...waitIssues(body), ...selectorIssues(body)];
}

function isScrapable(url: unknown): boolean {
	if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return false;
	return canParse(url);
}

function formatIssues(body: ScrapeOptions): Issue[] {
	const types = wantedFormats(body).map((format) => format.type);
	const issues: Issue[] = [];
	const say = (message: string): unknown => issues.push({ path: ['formats'], message });
	if (types.includes('rawBase64') && types.length > 1) say('rawBase64 must be the only format');
	if (types.includes('changeTracking') && !types.includes('markdown')) {
		say('The changeTracking format requires the markdown format to be specified as well');
	}
	if (types.filter((type) => type === 'screenshot').length > 1) say('at most one screenshot');
	if (types.includes('json') && types.includes('deterministicJson')) {
		say('deterministicJson cannot be combined with json');
	}
	return issues;
}

function waitIssues(body: ScrapeOptions): Issue[] {
	const waitFor = body.waitFor ?? 0;
	const waits = (body.actions ?? []).filter((action) => action.type === 'wait');
	const total = waits.reduce(
		(sum, action) => sum + (action.milliseconds ?? SELECTOR_WAIT_MS),
		waitFor,
	);
	const issues: Issue[] = [];
	if (body.timeout !== undefined && waitFor > body.timeout / 2) {
		issues.push({ path: ['waitFor'], message: 'waitFor must not exceed half of timeout' });
	}
	if (total > MAX_WAIT_MS) {
		const message = 'waitFor and all wait actions together must not exceed 60000 ms';
		issues.push({ path: ['actions'], message });
	}
	return issues;
}

function selectorIssues(body: ScrapeOptions): Issue[] {
	const attributes = wantedFormats(body).flatMap((format) => format.selectors ?? []);
	const groups: [string, string[]][] = [
		['includeTags', body.includeTags ?? []],
		['excludeTags', body.excludeTags ?? []],
		['formats', attributes.map((entry) => entry.selector)],
	];
	return groups.flatMap(([field, selectors]) =>
		selectors
			.filter((selector) => !isSelector(selector))
			.map((selector) => ({ path: [field], message: `"${selector}" is not a CSS selector` })),
	);
}

function isSelector(selector: string): boolean {
	try {
		cheerio.load('<p></p>')(selector);
		return selector.trim() !== '';
	} catch {
		return false;
	}
}

function checkSchemas(body: ScrapeBody): void {
	const format = formatOf(body, 'json', 'deterministicJson');
	const fault = format?.schema && schemaFault(format.schema);
	if (!fault) return;
	const details = [{ path: ['formats'], message: `Invalid JSON schema: ${fault}` }];
	throw rowFailure('unprocessableEntity', { details });
}
