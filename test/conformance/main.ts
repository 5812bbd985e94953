import { startLocalService } from '../localService/localService';
import { loadBuiltNode } from '../support/builtNode';
import { conformanceCases } from './cases';
import { totalsLine, tableOf } from './report';
import { runCases } from './runCases';

const DEFAULT_MAX_CREDITS = 100;

const usage = `Environment variables:
  WEB_DATA_BASE_URL     the server, for example, https://api.firecrawl.dev; the local service by default
  WEB_DATA_API_KEY      its API key
  WEB_DATA_PAGE_URL     a page that the server can reach (https://example.com)
  WEB_DATA_PDF_URL      a PDF that the server can reach; the cases of the PDF parser are skipped without it
  WEB_DATA_MAX_CREDITS  cases that could exceed this many credits in total are left out (${DEFAULT_MAX_CREDITS}; no limit for the local service)
`;

interface Server {
	baseUrl: string;
	apiKey: string;
	page: string;
	pdf?: string;
	close(): Promise<void>;
}

async function openServer(env: NodeJS.ProcessEnv): Promise<Server> {
	const { WEB_DATA_BASE_URL: baseUrl, WEB_DATA_API_KEY: apiKey } = env;
	if (baseUrl === undefined) {
		const service = await startLocalService({ zeroDataRetention: true });
		const page = `${service.url}/pages/article.html`;
		const pdf = `${service.url}/pages/report.pdf`;
		return { baseUrl: service.url, apiKey: service.apiKey, page, pdf, close: service.close };
	}
	if (apiKey === undefined) throw new Error(`WEB_DATA_API_KEY is not set.\n\n${usage}`);
	const page = env.WEB_DATA_PAGE_URL ?? 'https://example.com';
	return { baseUrl, apiKey, page, pdf: env.WEB_DATA_PDF_URL, close: () => Promise.resolve() };
}

const maxCreditsOf = ({ WEB_DATA_MAX_CREDITS, WEB_DATA_BASE_URL }: NodeJS.ProcessEnv): number => {
	const byDefault = WEB_DATA_BASE_URL === undefined ? Infinity : DEFAULT_MAX_CREDITS;
	const credits = Number(WEB_DATA_MAX_CREDITS ?? byDefault);
	if (!(credits >= 0)) throw new Error(`WEB_DATA_MAX_CREDITS must be a number.\n\n${usage}`);
	return credits;
};

function progressOn(stream: NodeJS.WriteStream): () => void {
	let done = 0;
	return () => {
		done += 1;
		const line = `${done} of ${conformanceCases.length} cases`;
		if (stream.isTTY) stream.write(`\r${line}${done === conformanceCases.length ? '\n' : ''}`);
		else if (done % 10 === 0) stream.write(`${line}\n`);
	};
}

async function main(): Promise<void> {
	const maxCredits = maxCreditsOf(process.env);
	const { baseUrl, apiKey, page, pdf, close } = await openServer(process.env);
	try {
		const target = { node: loadBuiltNode(), baseUrl, apiKey, maxCredits, pages: { page, pdf } };
		const results = await runCases(conformanceCases, {
			...target,
			onResult: progressOn(process.stderr),
		});
		process.stdout.write(`${tableOf(results)}\n\n${totalsLine(results)}\n`);
	} finally {
		await close();
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
