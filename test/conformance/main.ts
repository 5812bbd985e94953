import { table } from '../docs/markdown';
import { loadBuiltNode } from '../support/builtNode';
import { openAccount, type TestAccount } from '../support/openAccount';
import { reportError } from '../support/reportError';
import { conformanceCases } from './cases';
import { runCases, type ConformanceResult, type Target } from './runCases';

const DEFAULT_MAX_CREDITS = 100;

const usage = `Environment variables:
  WEB_DATA_BASE_URL     the server, for example, https://api.firecrawl.dev; the local service by default
  WEB_DATA_API_KEY      its API key
  WEB_DATA_PAGE_URL     a page that the server can reach (https://example.com)
  WEB_DATA_PDF_URL      a PDF that the server can reach; the cases of the PDF parser are skipped without it
  WEB_DATA_MAX_CREDITS  cases that could exceed this many credits in total are left out (${DEFAULT_MAX_CREDITS}; no limit for the local service)
`;

function pagesOf(
	{ local }: TestAccount,
	env: NodeJS.ProcessEnv,
): Pick<Target, 'page' | 'site' | 'pdf'> {
	if (local !== undefined) {
		const pages = `${local.url}/pages`;
		return {
			page: `${pages}/article.html`,
			site: `${local.url}/site/`,
			pdf: `${pages}/report.pdf`,
		};
	}
	const page = env.WEB_DATA_PAGE_URL ?? 'https://example.com';
	return { page, site: new URL('/', page).href, pdf: env.WEB_DATA_PDF_URL };
}

function maxCreditsOf({ local }: TestAccount, env: NodeJS.ProcessEnv): number {
	const credits = Number(env.WEB_DATA_MAX_CREDITS ?? (local ? Infinity : DEFAULT_MAX_CREDITS));
	if (!(credits >= 0)) throw new Error('WEB_DATA_MAX_CREDITS must be a number.');
	return credits;
}

const MAX_REASON_LENGTH = 120;

const shortened = (text: string): string =>
	text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH - 1)}…` : text;

const cellsOf = (result: ConformanceResult): string[] => [
	...[result.operation, result.input, result.outcome],
	`${shortened(result.why.replace(/\s+/g, ' '))}${result.isUnmatched ? ' (no error row)' : ''}`,
	result.missing.join(', '),
	result.unknown.join(', '),
];

const headings = ['operation', 'input', 'result', 'reason', 'missing fields', 'unknown fields'];

function totalsLine(results: readonly ConformanceResult[]): string {
	const count = (isCounted: (result: ConformanceResult) => boolean): number =>
		results.filter(isCounted).length;
	return [
		`${results.length} cases`,
		...['accepted', 'refused', 'skipped'].map(
			(name) => `${count(({ outcome }) => outcome === name)} ${name}`,
		),
		`${count(({ outcome }) => outcome === 'overLimit')} skipped because of the credit limit`,
		`${count(({ missing }) => missing.length > 0)} with missing fields`,
		`${count(({ unknown }) => unknown.length > 0)} with unknown fields`,
		`${count(({ isUnmatched }) => isUnmatched)} errors without an error row`,
	].join(', ');
}

async function main(): Promise<void> {
	const account = await openAccount({ zeroDataRetention: true });
	let done = 0;
	const onResult = (): void => {
		done += 1;
		if (done % 10 === 0) process.stderr.write(`${done} of ${conformanceCases.length} cases\n`);
	};
	try {
		const { baseUrl, apiKey } = account;
		const results = await runCases(conformanceCases, {
			...{ node: loadBuiltNode(), baseUrl, apiKey, onResult },
			...pagesOf(account, process.env),
			maxCredits: maxCreditsOf(account, process.env),
		});
		const ran = results.filter(({ outcome }) => outcome !== 'overLimit');
		process.stdout.write(`${table(headings, ran.map(cellsOf))}\n\n${totalsLine(results)}\n`);
	} finally {
		await account.close();
	}
}

main().catch((error: unknown) => {
	reportError(error);
	process.stderr.write(`\n${usage}`);
});
