import type { INodeProperties } from 'n8n-workflow';
import type { AnyZodObject } from 'zod';
import { withoutFullStop } from '../errors/text';
import { hasListedStatus, type JobKind, phaseOf, type StartedJob } from '../client/jobs/job';
import type { Failure } from '../errors/row';
import { FIELD_REFERENCE, insertLabels, labelOf } from '../form/labels';
import { isObject, type JsonObject } from '../json/json';
import { isLocalUrl, parseUrl } from '../json/url';
import { sortKeys } from './body';

export interface Notice {
	/** Notices of the same kind are merged into one hint. */
	kind: string;
	/** A sentence without its final period. The duration in `ms` replaces `{time}`. */
	text: string;
	ms?: number;
	/** Advice to the user. `{name}` is a placeholder for the label of a form field. */
	advice?: string;
	/** Whether the editor shows the hint as a warning. */
	warns?: boolean;
	/** Index of the item that the notice belongs to. By default, the notice belongs to the whole request. */
	item?: number;
}

type PossibleNotice = Notice | false | undefined;

const isList = Array.isArray as (value: unknown) => value is readonly unknown[];

/**
 * Returns the notices that apply. A list can have more entries than a call can have arguments. Without `flat`, which
 * would take most of the time for a job with 60,000 pages.
 */
export function noticesOf(
	...notices: readonly (PossibleNotice | readonly PossibleNotice[])[]
): Notice[] {
	const applying: Notice[] = [];
	const add = (notice: PossibleNotice): void => {
		if (notice !== false && notice !== undefined) applying.push(notice);
	};
	for (const notice of notices) {
		if (isList(notice)) notice.forEach(add);
		else add(notice);
	}
	return applying;
}

const warning = (kind: string, text: string, advice: string): Notice => ({
	kind,
	text,
	advice,
	warns: true,
});

interface FileTarget {
	field: string;
	/** Path in the item's JSON to the content or link of the file. */
	at?: readonly (string | number)[];
}

export interface FileContent extends FileTarget {
	content: Buffer;
	fileName: string;
	mimeType: string;
}

export interface FileLink extends FileTarget {
	url: string;
	/** Defaults that apply if neither the server nor the URL provides a name or MIME type. The name has no extension. */
	fallback: { name: string; mimeType: string };
}

export type OutputFile = FileContent | FileLink;

/** One output item, or the failure of one part of a request. */
export type OutputPart = {
	/** Indexes of the input items among the items of the request. Defaults to the first item. */
	item?: number | readonly number[];
} & ({ json: JsonObject; files?: OutputFile[] } | { failure: Failure });

export interface Output {
	/** Creates each part only when it is read, so that the caller can pause between the parts of a large response. */
	parts: Iterable<OutputPart>;
	notices?: readonly Notice[];
}

/** Returns the response to a start request as one item. */
export const startedOutput = ({ response, jobId }: StartedJob): Output => ({
	parts: [{ json: { ...response, jobId } }],
});

export interface OutputOptions {
	simplify: boolean;
	requestId?: string;
	nowMs: number;
}

const WAIT_FOR_IT = 'Use the Wait operation with the job ID from the item';

/** Returns notices about a job that may not have ended. `status` is empty if the node received no status. */
export function jobNotices(kind: JobKind, response: JsonObject): Notice[] {
	const { name } = kind;
	if (Object.keys(response).length === 0) {
		const text = `The node received no status for the ${name} within the time in 'Max Wait (Seconds)'`;
		return [warning('unfinished', text, WAIT_FOR_IT)];
	}
	const phase = phaseOf(kind, response);
	if (phase === 'running') {
		const text = `The ${name} did not finish within the time in 'Max Wait (Seconds)', so the result is not available yet`;
		const ready = kind.partialResultAdvice?.(response);
		const advice = ready === undefined ? WAIT_FOR_IT : `${WAIT_FOR_IT}. ${withoutFullStop(ready)}`;
		return [warning('unfinished', text, advice)];
	}
	if (hasListedStatus(kind, response)) return [];
	const status = kind.statusOf(response);
	const text =
		status === undefined
			? `The service returned no status for the ${name}`
			: `The ${name} has the status '${String(status)}', which this node does not recognize`;
	const advice =
		phase === 'unknown'
			? WAIT_FOR_IT
			: 'Check the result, because the response shows that the job has ended';
	return [warning('unknownStatus', text, advice)];
}

/** Returns a notice if a request contains a webhook URL that will probably receive no events. */
export function webhookNotice({ webhook }: JsonObject = {}, baseUrl: string): Notice | undefined {
	const url = isObject(webhook) ? parseUrl(String(webhook.url)) : undefined;
	if (url === undefined) return undefined;
	const useProduction = 'Copy the production URL of the trigger or the Webhook node';
	if (/\/webhook-test\//.test(url.pathname)) {
		const text = "The webhook URL is n8n's test URL, which receives events only during a test";
		return warning('testWebhook', text, useProduction);
	}
	if (/\/workflow\/[^/]+\/?$/.test(url.pathname)) {
		const text = "The webhook URL is the address of n8n's editor, which receives no events";
		return warning('editorWebhook', text, useProduction);
	}
	if (isLocalUrl(baseUrl) || !isLocalUrl(url.href)) return undefined;
	const text = `The webhook URL contains the private host ${url.host}, which the service probably cannot reach`;
	const advice =
		"Set n8n's environment variable WEBHOOK_URL to a public address, or poll the job instead";
	return warning('privateWebhook', text, advice);
}

/** Returns the page URLs to which the node added a scheme. */
export function completedUrls(entered: JsonObject, sent: JsonObject): string[] {
	const urlsOf = ({ url, itemUrl, urls }: JsonObject): unknown[] => [url, itemUrl, urls].flat();
	const sentUrls = urlsOf(sent);
	return urlsOf(entered).flatMap((text, index) => {
		const url = sentUrls[index];
		return typeof text === 'string' && typeof url === 'string' && url !== text.trim() ? [url] : [];
	});
}

/** Reports the URLs to which a scheme was added, by comparing the values of each item before and after validation. */
export const schemeNotices = (
	batch: readonly { entered: JsonObject; values: unknown }[],
): Notice[] =>
	batch.flatMap(({ entered, values }, item) =>
		completedUrls(entered, isObject(values) ? values : {}).map((url) => ({
			kind: 'schemeAdded',
			text: `https:// was added to a URL without a scheme: ${url}`,
			item,
		})),
	);

export function* sortParts(
	parts: Iterable<OutputPart>,
	output: AnyZodObject,
): Iterable<OutputPart> {
	for (const part of parts) {
		yield 'json' in part ? { ...part, json: sortKeys(part.json, output) } : part;
	}
}

/** Operations share notices, so the advice may name a field that only some of the forms contain. */
export const adviceWithLabels =
	(fields: readonly INodeProperties[]) =>
	({ advice, ...notice }: Notice): Notice => {
		if (advice === undefined) return notice;
		const names = [...advice.matchAll(FIELD_REFERENCE)].map(([, name = '']) => name);
		if (names.some((name) => labelOf(fields, name) === undefined)) return notice;
		return { ...notice, advice: insertLabels(advice, fields) };
	};
