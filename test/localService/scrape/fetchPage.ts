import { fetch } from 'undici';
import { AnswerError, failure, jsonAnswer, rowFailure } from '../answer';
import type { ServiceState } from '../state';
import type { Network } from './network';
import type { ScrapeBody } from './scrapeRequest';
import { syntheticPage } from './syntheticPage';

export interface FetchedPage {
	url: string;
	status: number;
	statusText: string;
	contentType: string;
	charset: string | undefined;
	bytes: Buffer;
	/** Time in milliseconds since the epoch, on the clock of the service. */
	fetchedAt: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) LocalWebDataService/2';
const MOBILE = 'Mozilla/5.0 (Linux; Android 14; Mobile) LocalWebDataService/2 Mobile';

const languageOfCountry: Record<string, string> = {
	AT: 'de-AT',
	BR: 'pt-BR',
	CH: 'de-CH',
	DE: 'de-DE',
	ES: 'es-ES',
	FR: 'fr-FR',
	GB: 'en-GB',
	IT: 'it-IT',
	JP: 'ja-JP',
	NL: 'nl-NL',
	PL: 'pl-PL',
};

export async function fetchPage(
	body: ScrapeBody,
	{ network, clock }: Pick<ServiceState, 'network' | 'clock'>,
): Promise<FetchedPage> {
	const synthetic = syntheticPage(body.url, clock.now());
	if (synthetic) return synthetic;
	return await clock.trackWork(() => load(body, network, clock.now));
}

async function load(body: ScrapeBody, network: Network, now: () => number): Promise<FetchedPage> {
	try {
		const response = await fetch(body.url, {
			headers: requestHeaders(body),
			dispatcher: network.dispatcher(verifiesTls(body)),
			signal: AbortSignal.timeout(body.timeout ?? DEFAULT_TIMEOUT_MS),
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		return {
			url: response.url,
			status: response.status,
			statusText: response.statusText,
			...typeOf(response.headers.get('content-type') ?? ''),
			bytes,
			fetchedAt: now(),
		};
	} catch (error) {
		throw fetchFailure(error, new URL(body.url).hostname);
	}
}

// Under jest, `instanceof Error` is false for an error from `fetch`.
interface FetchError {
	name?: string;
	cause?: { code?: unknown };
}

// By default, the service verifies TLS certificates only for requests with custom headers or actions.
function verifiesTls(body: ScrapeBody): boolean {
	if (body.skipTlsVerification !== undefined) return !body.skipTlsVerification;
	return body.headers !== undefined || body.actions !== undefined;
}

function requestHeaders(body: ScrapeBody): Record<string, string> {
	const headers: Record<string, string> = {
		'user-agent': body.mobile ? MOBILE : DESKTOP,
		'accept-language': acceptLanguage(body.location ?? {}),
	};
	for (const [name, value] of Object.entries(body.headers ?? {})) {
		headers[name.toLowerCase()] = value;
	}
	return headers;
}

function acceptLanguage(location: { country?: string; languages?: string[] }): string {
	if (location.languages?.length) return location.languages.join(',');
	return languageOfCountry[location.country ?? 'US'] ?? 'en-US';
}

function typeOf(header: string): { contentType: string; charset: string | undefined } {
	const charset = /charset="?([\w-]+)/i.exec(header)?.[1];
	return { contentType: (header.split(';')[0] ?? '').trim().toLowerCase(), charset };
}

function fetchFailure(error: unknown, host: string): AnswerError {
	if ((error as FetchError).name === 'TimeoutError') {
		return rowFailure('requestTimeout', { code: 'SCRAPE_TIMEOUT' });
	}
	const code = codeOf(error);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return dnsFailure(host);
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
		return failure(500, 'The TLS certificate of the page is not valid.', {
			code: 'SCRAPE_SSL_ERROR',
		});
	}
	return failure(500, `The page could not be loaded (${code || 'network error'}).`, {
		code: 'SCRAPE_SITE_ERROR',
	});
}

// The public service returns HTTP 200 for a failed DNS lookup.
function dnsFailure(host: string): AnswerError {
	const error = `DNS resolution failed for hostname "${host}".`;
	const code = 'SCRAPE_DNS_RESOLUTION_ERROR';
	return new AnswerError(jsonAnswer(200, { success: false, code, error }));
}

function codeOf(error: unknown): string {
	const code = (error as FetchError).cause?.code;
	return typeof code === 'string' ? code : '';
}
