import { fetch } from 'undici';
import { AnswerError, failure, jsonAnswer, rowFailure } from '../answer';
import type { ServiceState } from '../state';
import type { ScrapeBody } from './scrapeRequest';
import { syntheticPage } from './syntheticPage';

export interface FetchedPage {
	url: string;
	status: number;
	statusText: string;
	contentType: string;
	bytes: Buffer;
	/** Time in milliseconds since the epoch, on the clock of the service. */
	fetchedAt: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;

type Environment = Pick<ServiceState, 'network' | 'clock'>;

export async function fetchPage(body: ScrapeBody, state: Environment): Promise<FetchedPage> {
	const synthetic = syntheticPage(body.url, state.clock.now());
	return synthetic ?? (await state.clock.trackWork(() => load(body, state)));
}

async function load(body: ScrapeBody, { network, clock }: Environment): Promise<FetchedPage> {
	const { mobile, location, headers = {} } = body;
	const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
	try {
		const response = await fetch(body.url, {
			headers: {
				'user-agent': `Mozilla/5.0 LocalWebDataService/2${mobile ? ' Mobile' : ''}`,
				'accept-language': location?.languages?.join(',') || 'en-US',
				...(Object.fromEntries(own) as Record<string, string>),
			},
			dispatcher: network,
			signal: AbortSignal.timeout(body.timeout ?? DEFAULT_TIMEOUT_MS),
		});
		const { url, status, statusText } = response;
		const bytes = Buffer.from(await response.arrayBuffer());
		const contentType = response.headers.get('content-type') ?? '';
		return { url, status, statusText, contentType, bytes, fetchedAt: clock.now() };
	} catch (error) {
		throw fetchFailure(error as FetchError, new URL(body.url).hostname);
	}
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
