import { MASK } from '../../errors/mask';
import { dataOf, finiteNumber, isObject, type JsonObject, omitUndefined } from '../../json/json';
import type { Notice, OutputPart } from '../../operation/operation';
import { TOKEN_HEADER } from './service';

/** n8n treats an item with an `error` field as failed. Therefore, `failure` replaces `error`. */
export function withFailure({ error, ...rest }: JsonObject): JsonObject {
	return error === undefined || error === null ? rest : { ...rest, failure: error };
}

/** Masks the token by which Web Data Trigger recognizes the events of its monitor. */
export function maskToken(monitor: JsonObject): JsonObject {
	const { webhook } = monitor;
	if (!isObject(webhook) || !isObject(webhook.headers)) return monitor;
	const headers = Object.entries(webhook.headers).map(([name, value]) =>
		name.toLowerCase() === TOKEN_HEADER ? [name, MASK] : [name, value],
	);
	return {
		...monitor,
		webhook: { ...webhook, headers: Object.fromEntries(headers) as JsonObject },
	};
}

/** Returns a monitor as one item. The field `outcome` states whether the node created the monitor. */
export const toMonitorParts = (answer: JsonObject, simplify: boolean): OutputPart[] => {
	const { outcome, differences } = answer;
	const monitor = maskToken(dataOf(answer));
	if (!simplify) return [{ json: isObject(answer.data) ? { ...answer, data: monitor } : answer }];
	return [{ json: { ...monitor, ...omitUndefined({ outcome, differences }) } }];
};

export function costNotice(answer: JsonObject): Notice | undefined {
	const { estimatedCreditsPerMonth: credits, status } = dataOf(answer);
	if (typeof credits !== 'number' || status === 'paused') return undefined;
	return {
		kind: `monitorCost${credits}`,
		text: `This monitor costs up to ${credits.toLocaleString('en-US')} credits per month until it is paused or deleted`,
	};
}

/** Labels of fields that *Create* does not have under this name. */
const labelsInUpdate: Readonly<Record<string, string>> = {
	schedule: "'Schedule'",
	status: "'Status'",
};

export function existsNotice({ outcome, differences = [] }: JsonObject): Notice | undefined {
	if (outcome === undefined || outcome === 'created') return undefined;
	const fields = (differences as string[])
		.map((name) => labelsInUpdate[name] ?? `{${name}}`)
		.join(', ');
	return {
		kind: `monitorExists${fields}`,
		text: 'Your team already has a monitor with this name, these URLs or queries, and this webhook, so no monitor was created',
		advice: `${fields === '' ? '' : `These settings of the existing monitor differ: ${fields}. `}To change the existing monitor, use the Update operation. To create another monitor, choose another {name}`,
		warns: true,
	};
}

export function failedPagesNotice({ summary }: JsonObject): Notice | undefined {
	const { error, totalPages } = isObject(summary) ? summary : {};
	const failed = finiteNumber(error) ?? 0;
	if (failed === 0) return undefined;
	return {
		kind: 'failedCheckPages',
		text: `${failed} of ${finiteNumber(totalPages) ?? 0} pages could not be checked`,
		advice: 'To see the reasons, use the Get Check operation',
		forModels: true,
		warns: true,
	};
}

export const unfinishedNotice = ({ status }: JsonObject): Notice | false =>
	(status === 'queued' || status === 'running' || status === 'unknown') && {
		kind: 'unfinishedCheck',
		text: `The check has the status '${String(status)}', so the result is not complete`,
		advice: 'Use the Get Check operation later',
		forModels: true,
		warns: true,
	};
