import { hasListedStatus, isReported, type Job, type JobKind, phaseOf } from '../client/jobs/job';
import { withoutFullStop } from '../errors/text';
import { insertLabels, type LabelOf } from '../form/labels';
import { isLocalUrl, isObject, type JsonObject, listOf, parseUrl } from '../json/json';
import type { Notice } from './operation';

const warning = (text: string, advice: string): Notice => ({ text, advice, warns: true });

const jobWarning = (text: string, advice: string): Notice => ({
	...warning(text, advice),
	forModels: true,
});

const WAIT_FOR_IT = 'Use the Wait operation with the job ID from the item';

/** Returns notices about a job that may not have ended. */
export function jobNotices(kind: JobKind, job: Pick<Job, 'status' | 'lastError'>): Notice[] {
	const { name } = kind;
	const { status: response, lastError } = job;
	if (!isReported(job)) {
		const reason = lastError === undefined ? '' : `: ${withoutFullStop(lastError)}`;
		const text = `The node received no status for the ${name} within the time in 'Max Wait (Seconds)'${reason}`;
		return [jobWarning(text, WAIT_FOR_IT)];
	}
	const phase = phaseOf(kind, response);
	if (phase === 'running') {
		const text = `The ${name} did not finish within the time in 'Max Wait (Seconds)', so the result is not available yet`;
		const ready = kind.partialResultAdvice?.(response);
		const advice = ready === undefined ? WAIT_FOR_IT : `${WAIT_FOR_IT}. ${withoutFullStop(ready)}`;
		// The advice contains the number of pages of the job.
		return [{ ...jobWarning(text, advice), kind: 'unfinished' }];
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
	return [jobWarning(text, advice)];
}

/** If both variables are set, n8n ignores WEBHOOK_URL. Older versions know only WEBHOOK_URL. */
export const SET_PUBLIC_URL =
	"Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n) to n8n's public address";

const addressOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Whether an event to the URL resumes an execution. n8n's setting can rename the endpoint `webhook-waiting`. */
const resumesExecution = (url: URL, resumeUrl?: URL): boolean =>
	/\/webhook-waiting\//.test(url.pathname) ||
	(resumeUrl !== undefined && addressOf(url).startsWith(addressOf(resumeUrl)));

/** The first event resumes an execution, so it has to be the event at the end of the job. */
function resumeNotice(events: readonly unknown[]): Notice | undefined {
	const isEarly = (event: unknown): boolean =>
		['started', 'action', 'page'].includes(String(event));
	const early = events.length === 0 || events.some(isEarly);
	if (!early && events.includes('completed') && events.includes('failed')) return undefined;
	return warning(
		early
			? 'The webhook URL resumes this execution at the first event, before the job has ended'
			: 'The webhook URL resumes this execution, but the selected events do not cover every end of the job',
		"In 'Events', select only the events at the end of the job: Completed, Failed, and if available, Canceled",
	);
}

/** Returns a notice if a request contains a webhook URL that will receive no events, or events that mislead. */
export function webhookNotice(
	{ webhook }: JsonObject = {},
	baseUrl: string,
	resumeUrl?: string,
): Notice | undefined {
	const url = isObject(webhook) ? parseUrl(String(webhook.url)) : undefined;
	if (!isObject(webhook) || url === undefined) return undefined;
	if (resumesExecution(url, parseUrl(resumeUrl ?? ''))) {
		const misled = resumeNotice(listOf(webhook.events));
		if (misled !== undefined) return misled;
	}
	const useProduction = 'Copy the production URL of the trigger or the Webhook node';
	if (/\/webhook-test\//.test(url.pathname)) {
		const text =
			"The webhook URL is n8n's test URL, which receives events only while you test the workflow";
		return warning(text, useProduction);
	}
	if (/\/workflow\/[^/]+\/?$/.test(url.pathname)) {
		const text = "The webhook URL is the address of n8n's editor, which receives no events";
		return warning(text, useProduction);
	}
	if (isLocalUrl(baseUrl) || !isLocalUrl(url.href)) return undefined;
	const text = `The webhook URL contains the private host ${url.host}, which the service probably cannot reach`;
	return warning(text, `${SET_PUBLIC_URL}, or poll the job instead`);
}

/** Returns the page URLs that end with a wildcard, which another endpoint of the service supported. */
export const wildcardUrls = ({ url, itemUrl, urls }: JsonObject): string[] =>
	[url, itemUrl, urls]
		.flat()
		.filter((each): each is string => typeof each === 'string' && /\/\*\/?$/.test(each));

/** Reports the URLs that were probably not meant as they are sent. */
export const urlNotices = (batch: readonly { entered: JsonObject; values: unknown }[]): Notice[] =>
	batch.flatMap(({ entered: { additionalBodyFields: additions }, values }, item) => {
		const sent = { ...(isObject(values) && values), ...(isObject(additions) && additions) };
		return wildcardUrls(sent).map((url) => ({
			text: `The asterisk in a URL is not a wildcard, so only this address is loaded: ${url}`,
			advice: 'Remove the asterisk. To get all pages of a site, use a crawl',
			item,
			warns: true,
		}));
	});

/** Operations share notices, so the advice may name a field that only some of the forms contain. */
export const adviceWithLabels =
	(labelOf: LabelOf) =>
	(notice: Notice): Notice => ({
		...notice,
		advice: notice.advice && insertLabels(notice.advice, labelOf),
	});
