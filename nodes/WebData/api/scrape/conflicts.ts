import type { ContractIssue } from '../schema/issues';
import type { ScrapeRequest } from './scrapeRequest';

/**
 * Fields that enable zero data retention. The specification ("Scrape options", `lockdown`) says: "Lockdown requests
 * count as zero data retention."
 */
const retentionFields = ['zeroDataRetention', 'lockdown'] as const;

/**
 * Fields that the service rejects together with zero data retention (specification, `domainTools` and
 * `onlyCleanContent`).
 */
const unsupportedFields = ['domainTools', 'onlyCleanContent'] as const;

export type ConflictingFields = Pick<
	ScrapeRequest,
	| (typeof retentionFields)[number]
	| (typeof unsupportedFields)[number]
	| 'actions'
	| 'timeout'
	| 'waitFor'
>;

const retentionConflicts = (values: ConflictingFields): ContractIssue[] =>
	unsupportedFields
		.filter((name) => values[name] === true)
		.flatMap((name) =>
			retentionFields
				.filter((other) => values[other] === true)
				.map((other) => ({ path: [name], message: `cannot be combined with {${other}}` })),
		);

/** Maximum sum of `waitFor` and the durations of all `wait` actions that the live API accepts. */
const MAX_TOTAL_WAIT_MS = 60_000;
/** Duration that the live API assumes for each `wait` action with a selector instead of a duration. */
const SELECTOR_WAIT_MS = 1000;

function totalWaitMs({ actions = [], waitFor = 0 }: ConflictingFields): number {
	const waits = actions.map((action) =>
		action.type === 'wait' ? (action.milliseconds ?? SELECTOR_WAIT_MS) : 0,
	);
	return waits.reduce((sum, ms) => sum + ms, waitFor);
}

function waitConflicts(values: ConflictingFields): ContractIssue[] {
	const { timeout, waitFor = 0 } = values;
	const issues: ContractIssue[] = [];
	if (timeout !== undefined && waitFor > timeout / 2) {
		issues.push({
			path: ['waitFor'],
			message: `must be at most half of {timeout} (${timeout / 2})`,
		});
	}
	const totalMs = totalWaitMs(values);
	if (totalMs > MAX_TOTAL_WAIT_MS) {
		const limit = `at most ${MAX_TOTAL_WAIT_MS} milliseconds in total`;
		issues.push(
			waitFor > 0
				? {
						path: ['waitFor'],
						message: `and the waits in {actions} must be ${limit} (they are ${totalMs})`,
					}
				: { path: ['actions'], message: `must wait ${limit} (they wait ${totalMs})` },
		);
	}
	return issues;
}

/**
 * Returns an issue for each combination of values that the service rejects. Messages refer to other fields as `{name}`.
 */
export const findConflicts = (values: ConflictingFields): ContractIssue[] => [
	...retentionConflicts(values),
	...waitConflicts(values),
];
