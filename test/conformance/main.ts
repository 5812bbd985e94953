import { startLocalService } from '../localService/localService';
import { loadBuiltNode } from '../support/builtNode';
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

type Server = Pick<Target, 'baseUrl' | 'apiKey' | 'page' | 'site' | 'pdf'> & {
	close(): Promise<void>;
};

async function openServer(env: NodeJS.ProcessEnv): Promise<Server> {
	const { WEB_DATA_BASE_URL: baseUrl, WEB_DATA_API_KEY: apiKey } = env;
	if (baseUrl === undefined) {
		const service = await startLocalService({ zeroDataRetention: true });
		const page = `${service.url}/pages/article.html`;
		const pdf = `${service.url}/pages/report.pdf`;
		const { url, apiKey: localKey, close } = service;
		return { baseUrl: url, apiKey: localKey, page, site: `${url}/site/`, pdf, close };
	}
	if (apiKey === undefined) throw new Error(`WEB_DATA_API_KEY is not set.\n\n${usage}`);
	const page = env.WEB_DATA_PAGE_URL ?? 'https://example.com';
	const site = new URL('/', page).href;
	return { baseUrl, apiKey, page, site, pdf: env.WEB_DATA_PDF_URL, close: () => Promise.resolve() };
}

const maxCreditsOf = ({ WEB_DATA_MAX_CREDITS, WEB_DATA_BASE_URL }: NodeJS.ProcessEnv): number => {
	const byDefault = WEB_DATA_BASE_URL === undefined ? Infinity : DEFAULT_MAX_CREDITS;
	const credits = Number(WEB_DATA_MAX_CREDITS ?? byDefault);
	if (!(credits >= 0)) throw new Error(`WEB_DATA_MAX_CREDITS must be a number.\n\n${usage}`);
	return credits;
};

const MAX_REASON_LENGTH = 120;

const shortened = (text: string): string =>
	text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH - 1)}…` : text;

const row = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;

const cellsOf = (result: ConformanceResult): string[] => [
	...[result.operation, result.input, result.outcome],
	`${shortened(result.why)}${result.isUnmatched ? ' (no error row)' : ''}`,
	result.missing.join(', '),
	result.unknown.join(', '),
];

const headings = ['operation', 'input', 'result', 'reason', 'missing fields', 'unknown fields'];

const tableOf = (results: readonly ConformanceResult[]): string =>
	[headings, headings.map(() => '---'), ...results.map(cellsOf)].map(row).join('\n');

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
	const maxCredits = maxCreditsOf(process.env);
	const { close, ...server } = await openServer(process.env);
	let done = 0;
	const onResult = (): void => {
		done += 1;
		if (done % 10 === 0) process.stderr.write(`${done} of ${conformanceCases.length} cases\n`);
	};
	try {
		const target = { node: loadBuiltNode(), ...server, maxCredits, onResult };
		const results = await runCases(conformanceCases, target);
		const ran = results.filter(({ outcome }) => outcome !== 'overLimit');
		process.stdout.write(`${tableOf(ran)}\n\n${totalsLine(results)}\n`);
	} finally {
		await close();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
