import { isObject, type JsonObject } from '../json/json';
import { isLocalUrl, parseUrl } from '../json/url';
import type { Notice } from './output';

/** Returns a notice if a request contains a webhook URL that will probably receive no events. */
export function webhookNotice({ webhook }: JsonObject = {}, baseUrl: string): Notice | undefined {
	const url = isObject(webhook) ? parseUrl(String(webhook.url)) : undefined;
	if (url === undefined) return undefined;
	const warn = (kind: string, text: string, advice: string): Notice => ({
		kind,
		text,
		advice,
		warns: true,
	});
	const useProduction = 'Copy the production URL of the trigger or the Webhook node';
	if (/\/webhook-test\//.test(url.pathname)) {
		const text = "The webhook URL is n8n's test URL, which receives events only during a test";
		return warn('testWebhook', text, useProduction);
	}
	if (/\/workflow\/[^/]+\/?$/.test(url.pathname)) {
		const text = "The webhook URL is the address of n8n's editor, which receives no events";
		return warn('editorWebhook', text, useProduction);
	}
	if (isLocalUrl(baseUrl) || !isLocalUrl(url.href)) return undefined;
	const text = `The webhook URL has the private host ${url.host}, which the service probably cannot reach`;
	const advice =
		"Set n8n's environment variable WEBHOOK_URL to a public address, or poll the job instead";
	return warn('privateWebhook', text, advice);
}
