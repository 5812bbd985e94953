import { badRequest, rowFailure, type Issue } from '../answer';
import { canParse } from '../canParse';
import { checkScrapeBody } from '../schemas/scrape';
import { schemaFault } from '../schemas/validate';
import { formatOf, wantedFormats, type ScrapeBody, type ScrapeOptions } from './scrapeRequest';

const MAX_WAIT_MS = 60_000;
const SELECTOR_WAIT_MS = 1_000;

export function checkedScrape(raw: unknown): ScrapeBody {
	const issues = checkScrapeBody(raw);
	if (issues.length > 0) throw badRequest(issues);
	const body = raw as ScrapeBody;
	if (!/^https?:\/\//i.test(String(body.url)) || !canParse(body.url))
		throw rowFailure('invalidUrl');
	const crossed = crossedIssues(body);
	if (crossed.length > 0) throw badRequest(crossed);
	const { schema } = formatOf(body, 'json', 'deterministicJson') ?? {};
	const fault = schema && schemaFault(schema);
	if (!fault) return body;
	const details = [{ path: ['formats'], message: `Invalid JSON schema: ${fault}` }];
	throw rowFailure('unprocessableEntity', { details });
}

export function crossedIssues(body: ScrapeOptions): Issue[] {
	const { waitFor = 0, timeout = Infinity, actions = [] } = body;
	const types = wantedFormats(body).map(({ type }) => type);
	const has = (type: string): boolean => types.includes(type);
	const waits = actions.filter(({ type }) => type === 'wait');
	const waitMs = waits.map(({ milliseconds = SELECTOR_WAIT_MS }) => milliseconds);
	const totalMs = waitMs.reduce((sum, each) => sum + each, waitFor);
	const rules: [boolean, string, string][] = [
		[has('rawBase64') && types.length > 1, 'formats', 'rawBase64 must be the only format'],
		[
			has('changeTracking') && !has('markdown'),
			'formats',
			'The changeTracking format requires the markdown format to be specified as well',
		],
		[types.filter((type) => type === 'screenshot').length > 1, 'formats', 'at most one screenshot'],
		[
			has('json') && has('deterministicJson'),
			'formats',
			'deterministicJson cannot be combined with json',
		],
		[waitFor > timeout / 2, 'waitFor', 'waitFor must not exceed half of timeout'],
		[
			totalMs > MAX_WAIT_MS,
			'actions',
			'waitFor and all wait actions together must not exceed 60000 ms',
		],
	];
	return rules.flatMap(([isBroken, name, message]) =>
		isBroken ? [{ path: [name], message }] : [],
	);
}
