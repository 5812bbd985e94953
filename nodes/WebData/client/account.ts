import { parseUrl } from '../json/json';

export interface Account {
	baseUrl: string;
	apiKey: string;
}

/** Removes surrounding spaces and the prefix `Bearer`. Users often paste the prefix with the API key. */
export const normalizeApiKey = (key: unknown): string =>
	typeof key === 'string' || typeof key === 'number'
		? String(key)
				.trim()
				.replace(/^bearer(\s+|$)/i, '')
		: '';

/** The first matching rule applies. The messages do not contain the URL, because a URL may contain a password. */
const baseUrlRules: readonly { when: (text: string) => boolean; message: string }[] = [
	{
		when: (text) => text === '',
		message:
			'The base URL is empty. Enter the address of the service, for example, https://api.firecrawl.dev',
	},
	{
		when: (text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
		message:
			'The base URL has no scheme. Add https:// in front of the host, or http:// for a local service',
	},
	{
		when: (text) => !/^https?:/i.test(text),
		message: 'The base URL must start with http:// or https://',
	},
	{
		when: (text) => /[\s\\]/.test(text) || parseUrl(text) === undefined,
		message: 'The base URL is not a valid URL. Enter a URL such as https://api.firecrawl.dev',
	},
	{
		when: (text) => /^[^/]*\/\/[^/?#]*@/.test(text),
		message: 'The base URL must not contain a username or password. Remove the part before the @',
	},
	{
		when: (text) => text.includes('?'),
		message: 'The base URL must not contain a query string. Remove the ? and everything after it',
	},
	{
		when: (text) => text.includes('#'),
		message: 'The base URL must not contain a fragment. Remove the # and everything after it',
	},
];

/**
 * Removes a trailing slash, `/v2`, and an endpoint from a URL. The origin and the path prefix remain, because self-hosted
 * services may use a path prefix.
 */
export function normalizeBaseUrl(
	raw: unknown,
): { ok: true; url: string } | { ok: false; message: string } {
	const text = typeof raw === 'string' ? raw.trim() : '';
	const broken = baseUrlRules.find(({ when }) => when(text));
	if (broken !== undefined) return { ok: false, message: broken.message };
	const { origin, pathname } = new URL(text);
	const path = pathname.replace(/\/+/g, '/').replace(/\/$/, '');
	const versionAndEndpoint =
		/\/v2(\/(scrape|search|map|crawl|batch|parse|agent|monitor|browser|interact|team)(\/[^/]*){0,3})?$/i;
	return { ok: true, url: origin + path.replace(versionAndEndpoint, '') };
}

/** What the requests of an execution to one account have shown about the service. */
export interface ServiceState {
	responded: boolean;
	/** Milliseconds by which the service's clock is ahead of n8n's clock. */
	clockOffsetMs?: number;
}

export function readClock(
	service: ServiceState,
	headers: Readonly<Record<string, string>>,
	nowMs: number,
): void {
	const date = Date.parse(headers.date ?? '');
	if (Number.isNaN(date)) return;
	// The `Date` header omits fractions of a second, half a second on average.
	service.clockOffsetMs = date + 500 - nowMs;
}

/** Maximum number of accounts about which a process remembers something. */
export const MAX_ACCOUNTS = 100;

/** Keeps the `max` entries that were set last. */
export class RecentMap<Value> extends Map<string, Value> {
	constructor(private readonly max: number) {
		super();
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.max && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
