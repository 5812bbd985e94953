import type { ConformanceResult } from './runCases';

const MAX_REASON_LENGTH = 120;

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

const shortened = (text: string): string =>
	text.length > MAX_REASON_LENGTH ? `${text.slice(0, MAX_REASON_LENGTH - 1)}…` : text;

const why = ({ why: reason, isUnmatched }: ConformanceResult): string =>
	isUnmatched ? `${shortened(reason)} (no error row)` : shortened(reason);

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const isWithinLimit = ({ outcome }: ConformanceResult): boolean => outcome !== 'overLimit';

const headings = ['operation', 'input', 'result', 'reason', 'missing fields', 'unknown fields'];

export const tableOf = (results: readonly ConformanceResult[]): string =>
	[
		row(headings),
		row(headings.map(() => '---')),
		...results
			.filter(isWithinLimit)
			.map((result) =>
				row([
					result.operation,
					result.input,
					result.outcome,
					why(result),
					result.missing.join(', '),
					result.unknown.join(', '),
				]),
			),
	].join('\n');

export function totalsLine(results: readonly ConformanceResult[]): string {
	const count = (isCounted: (result: ConformanceResult) => boolean): number =>
		results.filter(isCounted).length;
	return [
		`${results.length} cases`,
		`${count(({ outcome }) => outcome === 'accepted')} accepted`,
		`${count(({ outcome }) => outcome === 'refused')} refused`,
		`${count(({ outcome }) => outcome === 'skipped')} skipped`,
		`${count((result) => !isWithinLimit(result))} skipped because of the credit limit`,
		`${count(({ missing }) => missing.length > 0)} with missing fields`,
		`${count(({ unknown }) => unknown.length > 0)} with unknown fields`,
		`${count(({ isUnmatched }) => isUnmatched)} errors without an error row`,
	].join(', ');
}
