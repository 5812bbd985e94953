import type { JsonRecord } from './execution';
import { type Workflow, withParameters } from './workflow';

/** An execution of an example in which some pages fail. */
export interface FailingRun {
	/** Enters the pages into the example. Undefined if the pages of its first run contain failing pages. */
	change?: (workflow: Workflow) => Workflow;
	/** The status of the execution, `success` by default. */
	status?: 'error';
	/** Items of each node, or of its error output. */
	items?: Record<string, unknown>;
	errors?: Record<string, unknown>;
}

const gone = 'The page returned HTTP status 404 (Not Found)';
const broken = 'The page returned HTTP status 500 (Internal Server Error)';

const raw =
	(node: string, data: JsonRecord) =>
	(workflow: Workflow): Workflow =>
		withParameters(workflow, node, { jsonOutput: JSON.stringify(data) });

/** Examples that do not read pages, or whose reader is a language model, which gets the status of each page. */
export const withoutPages = [
	...['answer-questions-with-sources', 'serve-tools-to-mcp-clients'],
	...['follow-long-agent-run', 'run-agent-by-webhook', 'turn-agent-research-into-rows'],
	...['enrich-list-from-catalog', 'parse-files-from-form', 'run-code-in-browser-session'],
];

/** The site answers one page with status 404, one with 500, and one with its login page, which has status 200. */
export function failingRuns(service: string): Record<string, FailingRun> {
	const [good, noPage, outage, login] = [
		...['article.html', 'status/404', 'status/500', 'account'].map(
			(name) => `${service}/pages/${name}`,
		),
	] as [string, string, string, string];
	const urls = [good, noPage, outage, login];
	const pages = urls.map((url) => ({ url }));
	const failed = [
		{ url: noPage, error: gone },
		{ url: outage, error: broken },
	];
	const reasons = [
		{ url: noPage, reason: gone },
		{ url: outage, reason: broken },
	];
	const noPageTitle = 'Page not found';
	const title = 'How a lighthouse keeps its rhythm';
	const titles = [
		{ url: good, title },
		{ url: login, title: 'Log in' },
	];
	const oldLamp = `${service}/site/light/old-lamp`;
	return {
		'get-details-of-monitor-checks': {
			items: {
				Page: [
					{ url: good, httpStatus: 200 },
					{ url: noPage, httpStatus: 404 },
					{ status: 'error', error: expect.stringMatching(/^DNS resolution failed/) },
				],
			},
		},
		'load-pages-into-vector-store': {
			change: raw('Pages', { pages }),
			errors: { 'Get Markdown': failed },
		},
		'load-site-into-vector-store': {
			errors: {
				'Crawl Site': [
					{ error: gone },
					{ error: "The site's robots.txt does not allow this page" },
				],
			},
		},
		'monitor-pages-daily': {
			change: (workflow) =>
				withParameters(workflow, 'Create Monitor', {
					name: 'Failing pages',
					targets: { target: [{ type: 'scrape', urls }] },
				}),
			items: { 'Page Changed': [{ url: good }, { url: login }] },
		},
		'read-large-site-in-parts': {
			items: {
				Page: expect.not.arrayContaining([expect.objectContaining({ title: noPageTitle })]),
			},
		},
		'read-pages-of-finished-crawls': { errors: { 'Get Pages': [{ error: gone }] } },
		'report-broken-links': { items: { 'Broken Link': [{ url: oldLamp }] } },
		'save-product-variants-to-table': {
			change: raw('Product Pages', { pages: [{ url: `${service}/pages/product.html` }, ...pages] }),
			items: { 'Save Row': [{ sku: 'TC-12' }] },
			errors: { 'Get Product': failed },
		},
		'save-screenshots-to-files': {
			change: raw('Pages', { pages }),
			items: { File: [{ url: good }, { url: login }] },
			errors: { 'Take Screenshot': failed },
		},
		'scrape-list-of-urls': {
			change: (workflow) => {
				const value = `={{ ${JSON.stringify(urls)} }}`;
				const assignments = [{ id: '1', name: 'urls', value, type: 'array' }];
				return withParameters(workflow, 'URLs', { assignments: { assignments } });
			},
			items: { Page: titles, 'Save Failure': reasons },
		},
		'scrape-list-over-several-pages': {
			items: { 'Page Failed': [{ url: `${service}/pages/list?page=4`, reason: gone }] },
		},
		'scrape-only-new-pages': { items: { 'Page Failed': [{ url: oldLamp, reason: gone }] } },
		'scrape-pages-behind-login': {
			change: (workflow) => raw('Pages', { pages })(expireCookie(workflow)),
			items: {
				Page: [],
				'Login Expired': [{ url: good }, { url: login, loginPage: `${service}/pages/login` }],
				'Page Failed': reasons,
			},
		},
		'scrape-top-search-results': {
			change: raw('Search Terms', { query: 'the old lamp of the lighthouse' }),
			items: { 'Page Failed': [{ url: oldLamp, reason: gone }] },
		},
		'scrape-pages-by-webhook': {
			change: (workflow) => ({
				...workflow,
				pinData: { Webhook: [{ json: { body: { url: outage } } }] },
			}),
			items: { 'Respond with Error': [{ error: broken }] },
		},
		'send-message-when-pages-change': {
			change: (workflow) => withParameters(workflow, 'Pages Changed', { urls: urls.slice(0, 3) }),
			items: { 'Pages Changed': [{ url: good }] },
		},
		'send-one-alert-for-all-failures': {
			change: raw('Pages', { pages }),
			items: {
				Page: titles,
				'All Failures': [
					{
						lines: reasons.map(({ url, reason }) => `• ${url}: ${reason} (a retry will not help)`),
					},
				],
				'Send Alert': [{ ok: true }],
			},
		},
		'split-pdf-files-into-pages': {
			change: raw('Documents', { documents: [{ url: `${service}/pages/report.pdf` }, ...pages] }),
			items: { Page: [1, 2, 3].map((page) => ({ page, of: 3 })) },
			errors: { 'Read PDF': failed },
		},
		'track-page-changes': {
			change: (workflow) => withParameters(workflow, 'Web Data', { url: outage }),
			status: 'error',
		},
		'track-product-prices': {
			change: raw('Products', { products: urls.map((url) => ({ name: url.slice(-3), url })) }),
			items: { 'Page Failed': reasons },
		},
	};
}

/** The site redirects a request with this cookie to the login page. */
function expireCookie(workflow: Workflow): Workflow {
	const nodes = JSON.stringify(workflow.nodes).replace(/session=\w+/, 'session=expired');
	return { ...workflow, nodes: JSON.parse(nodes) as Workflow['nodes'] };
}
