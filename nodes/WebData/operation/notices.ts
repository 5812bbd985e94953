import { hasListedStatus, type JobKind, phaseOf } from '../client/jobs/job';
import { completedUrls } from '../form/values';
import { isObject, type JsonObject } from '../json/json';
import type { Notice } from './output';

const warning = (kind: string, text: string, advice: string): Notice => ({
	kind,
	text,
	advice,
	warns: true,
});

const WAIT_FOR_IT = 'Use the Wait operation with the job ID from the item';

/** Returns notices about a job that may not have ended. `status` is empty if the node received no status. */
export function jobNotices(kind: JobKind, response: JsonObject): Notice[] {
	const { name } = kind;
	if (Object.keys(response).length === 0) {
		const text = `The node received no status for the ${name} before 'Max Wait (Seconds)' elapsed`;
		return [warning('unfinished', text, WAIT_FOR_IT)];
	}
	const phase = phaseOf(kind, response);
	if (phase === 'running') {
		const text = `The ${name} had not finished when 'Max Wait (Seconds)' elapsed, so the result is not available yet`;
		return [warning('unfinished', text, WAIT_FOR_IT)];
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

interface EnteredValues {
	entered: JsonObject;
	values: unknown;
}

export const schemeNotices = (items: readonly EnteredValues[]) =>
	items.flatMap(({ entered, values }, item) =>
		completedUrls(entered, isObject(values) ? values : {}).map((url) => ({
			kind: 'schemeAdded',
			text: `https:// was added to a URL without a scheme: ${url}`,
			item,
		})),
	);
