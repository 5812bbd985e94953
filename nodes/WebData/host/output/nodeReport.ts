import { withoutFullStop } from '../../errors/text';
import { type ErrorReport, errorReport, type UnsuccessfulItem } from './errorReport';
import { issueSentence } from './text';

// The error of a node that stops tells what happened to all of its items.

export interface IndexedFailure {
	/** Index of the item. */
	index: number;
	failure: UnsuccessfulItem;
}

/** Returns text such as `Items 0, 3–7`. Item numbers start at 0, as in n8n. */
export function itemNumbers(indexes: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const texts = ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
	return `Item${indexes.length === 1 ? '' : 's'} ${texts.join(', ')}`;
}

/** Maximum number of different texts in the error of invalid items. */
const MAX_TEXTS = 10;

function problemText({ failure }: IndexedFailure): string {
	if (failure.kind === 'invalid') return failure.issues.map(issueSentence).join('; ');
	return withoutFullStop(errorReport(failure).message);
}

/** Returns the report of all items that could not be sent. Items with the same problems are listed together. */
export function invalidItemsReport(
	invalid: readonly IndexedFailure[],
	itemCount: number,
): ErrorReport {
	const byText = new Map<string, number[]>();
	for (const item of invalid) {
		const text = problemText(item);
		const indexes = byText.get(text) ?? [];
		indexes.push(item.index);
		byText.set(text, indexes);
	}
	const groups = [...byText];
	const shown = groups.slice(0, MAX_TEXTS);
	const others = groups.slice(MAX_TEXTS).flatMap(([, indexes]) => indexes);
	const [only] = groups.length === 1 ? groups : [];
	const listed = shown.map(([text, indexes]) => `${itemNumbers(indexes)}: ${text}.`);
	const more =
		others.length === 0 ? [] : [`${itemNumbers(others.sort((a, b) => a - b))}: other problems.`];
	return {
		message: only?.[0] ?? `${invalid.length} of ${itemCount} items are invalid`,
		description: [
			'Nothing was sent.',
			...listed,
			...more,
			'Correct the values, then try again.',
		].join(' '),
		details: {
			reason: 'invalidInput',
			retryable: false,
			tries: 0,
			invalid: shown.map(([problem, items]) => ({ items, problem })),
		},
	};
}

export interface RunningItem {
	item: number;
	type: string;
	id: string;
}

const RUNNING =
	"Jobs or browser sessions of other items continue to run. To find their IDs, see 'running' in the details of the error. To attach to the jobs, retry this execution.";

export const withRunning = (report: ErrorReport, running: readonly RunningItem[]): ErrorReport =>
	running.length === 0
		? report
		: {
				...report,
				description: `${report.description} ${RUNNING}`,
				details: { ...report.details, running: running.map((each) => ({ ...each })) },
			};
