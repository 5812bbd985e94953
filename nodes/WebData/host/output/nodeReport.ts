import { listSome, withoutFullStop } from '../../errors/text';
import { groupBy } from '../../json/json';
import { type ErrorReport, errorReport, type UnsuccessfulItem } from './errorReport';
import { issueSentences } from './text';

// The error of a node that stops tells what happened to all of its items.

export interface IndexedFailure {
	index: number;
	failure: UnsuccessfulItem;
}

/** Maximum number of item numbers and ranges in a text. */
const MAX_RANGES = 20;

/**
 * Returns text such as `Items 0, 3–7`, or `Items 0, 2, 4, and 4997 more items` if there are many. Item numbers start at 0,
 * as in n8n.
 */
export function itemNumbers(indexes: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const texts = ranges
		.slice(0, MAX_RANGES)
		.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
	const hidden = ranges.slice(MAX_RANGES).reduce((sum, [from, to]) => sum + to - from + 1, 0);
	const more = hidden === 0 ? '' : `, and ${hidden} more item${hidden === 1 ? '' : 's'}`;
	return `Item${indexes.length === 1 ? '' : 's'} ${texts.join(', ')}${more}`;
}

/** Maximum number of different texts, and of remedies, in the error of invalid items. */
const MAX_TEXTS = 10;

/** Returns how to correct the values, each remedy once. */
function remediesOf(invalid: readonly IndexedFailure[]): string[] {
	const remedies = invalid.flatMap(({ failure }) =>
		failure.kind === 'invalid' ? failure.issues.map(({ remedy }) => remedy) : [undefined],
	);
	const all = new Set(remedies.map((remedy) => remedy ?? 'Correct the values, then try again'));
	return [...all].slice(0, MAX_TEXTS).map((remedy) => `${remedy}.`);
}

/** Returns the report of all items that could not be sent. Items with the same problems are listed together. */
export function invalidItemsReport(
	invalid: readonly IndexedFailure[],
	itemCount: number,
): ErrorReport {
	const byText = groupBy(invalid, ({ failure }) =>
		failure.kind === 'invalid'
			? issueSentences(failure.issues)
			: withoutFullStop(errorReport(failure).message),
	);
	const groups = [...byText].map(
		([text, group]) => [text, group.map(({ index }) => index)] as const,
	);
	const shown = groups.slice(0, MAX_TEXTS);
	const others = groups.slice(MAX_TEXTS).flatMap(([, indexes]) => indexes);
	const [only] = groups.length === 1 ? groups : [];
	const listed = shown.map(([text, indexes]) => `${itemNumbers(indexes)}: ${text}.`);
	const more =
		others.length === 0 ? [] : [`${itemNumbers(others.sort((a, b) => a - b))}: other problems.`];
	return {
		message: only?.[0] ?? `${invalid.length} of ${itemCount} items are invalid`,
		description: ['Nothing was sent.', ...listed, ...more, ...remediesOf(invalid)].join(' '),
		details: {
			reason: 'invalidInput',
			retryable: false,
			tries: 0,
			invalid: shown.map(([problem, items]) => ({ items, problem })),
		},
	};
}

/** What happened to the other items of a node that stops because one item failed. */
export interface OtherItems {
	succeeded: number;
	/** Credits that the node has used. */
	credits: number;
	/** Indexes of the items whose requests were cut off, and which the service may have executed. */
	cutOff: number[];
	/** Jobs, browser sessions, and monitors that continue to run. */
	running: RunningOfItem[];
}

interface RunningOfItem {
	item: number;
	type: string;
	id: string;
}

const MAX_LISTED_IDS = 10;

/** Says what a stopped execution could not end or should not end. Returns undefined if nothing continues to run. */
export function stillRunningText(running: readonly RunningOfItem[]): string | undefined {
	if (running.length === 0) return undefined;
	const listed = listSome(
		running.map(({ type, id }) => `${type} ${id}`),
		MAX_LISTED_IDS,
	);
	return `The node has not ended the following work, which may continue to run and cost credits: ${listed}. To end a job, use its Cancel operation. To end a browser session or a monitor, use its Delete operation.`;
}

export function withOtherItems(report: ErrorReport, others: OtherItems): ErrorReport {
	const { succeeded, credits, cutOff, running } = others;
	const texts = [report.description];
	const details = { ...report.details };
	if (succeeded > 0) {
		const what = succeeded === 1 ? '1 other item succeeded' : `${succeeded} other items succeeded`;
		const paid =
			credits > 0 ? `, and the node has used ${credits} credit${credits === 1 ? '' : 's'}` : '';
		texts.push(
			`${what}${paid}. The output does not contain these results, because On Error is set to stop the workflow. To keep the results, set On Error to 'Continue'.`,
		);
		details.succeeded = succeeded;
		details.creditsUsedByNode = credits;
	}
	if (cutOff.length > 0) {
		texts.push(
			`${itemNumbers(cutOff)}: the request was cut off, and the service may have executed it.`,
		);
		details.cutOff = cutOff;
	}
	if (running.length > 0) {
		texts.push(
			"Jobs, browser sessions, or monitors of other items continue to run. To find their IDs, see 'running' in the details of the error. To attach to the jobs, retry this execution.",
		);
		details.running = running;
	}
	const description = texts.filter((text) => text !== '').join(' ');
	return { ...report, description, details };
}
