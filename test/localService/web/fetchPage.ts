import { fetch } from 'undici';
import { AnswerError, failure, jsonAnswer, rowFailure } from '../answer';
import type { ScrapeBody } from '../schemas/scrape';
import type { ServiceState } from '../state';

export interface FetchedPage {
	url: string;
	status: number;
	statusText: string;
	contentType: string;
	bytes: Buffer;
	/** Time in milliseconds since the epoch, on the clock of the service. */
	fetchedAt: number;
}

type Environment = Pick<ServiceState, 'network' | 'clock'>;

export async function fetchPage(
	{ url, headers = {}, timeout = 60_000 }: ScrapeBody,
	{ network, clock }: Environment,
): Promise<FetchedPage> {
	const synthetic = syntheticPage(url, clock.now());
	return synthetic ?? (await clock.trackWork(() => load()));

	async function load(): Promise<FetchedPage> {
		try {
			const signal = AbortSignal.timeout(timeout);
			const response = await fetch(url, { headers, dispatcher: network, signal });
			const { url: endUrl, status, statusText } = response;
			const bytes = Buffer.from(await response.arrayBuffer());
			const contentType = response.headers.get('content-type') ?? '';
			return { url: endUrl, status, statusText, contentType, bytes, fetchedAt: clock.now() };
		} catch (error) {
			throw fetchFailure(error as FetchError, new URL(url).hostname);
		}
	}
}

/**
 * Tests with many pages use http://synthetic.example/page/17?bytes=20000, which is generated instead of fetched. With
 * `?links=9`, the page is an HTML page with links to pages 2 to 10.
 */
function syntheticPage(url: string, fetchedAt: number): FetchedPage | undefined {
	const { hostname, pathname, searchParams } = new URL(url);
	if (hostname !== 'synthetic.example') return undefined;
	const number = pathname.slice('/page/'.length);
	const { bytes = '100', links } = Object.fromEntries(searchParams);
	const text = `# Page ${number}\n\nThis is page ${number} of the synthetic site.\n`;
	const linked = Array.from({ length: Number(links ?? 0) }, (_, index) => index + 2)
		.map((page) => `<a href="/page/${page}?bytes=${bytes}">${page}</a>`)
		.join('\n');
	return {
		...{ url, status: 200, statusText: 'OK', fetchedAt },
		contentType: links === undefined ? 'text/plain' : 'text/html',
		bytes: Buffer.from(linked + text.padEnd(Number(bytes), 'x')),
	};
}

// Under jest, `instanceof Error` is false for an error from `fetch`.
interface FetchError {
	name?: string;
	cause?: { code?: string };
}

function fetchFailure({ name, cause }: FetchError, host: string): AnswerError {
	if (name === 'TimeoutError') return rowFailure('requestTimeout', { code: 'SCRAPE_TIMEOUT' });
	const reason = cause?.code ?? 'network error';
	if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
		// The public service returns HTTP 200 for a failed DNS lookup.
		const error = `DNS resolution failed for hostname "${host}".`;
		const code = 'SCRAPE_DNS_RESOLUTION_ERROR';
		return new AnswerError(jsonAnswer(200, { success: false, code, error }));
	}
	return failure(500, `The page could not be loaded (${reason}).`, { code: 'SCRAPE_SITE_ERROR' });
}
