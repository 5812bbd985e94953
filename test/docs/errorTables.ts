// The tables of errors and remedies, made from the failure catalogue.

import { answerRows } from '../../nodes/WebData/api/failures/answerRows';
import { failureOfCall, missingCall } from '../../nodes/WebData/api/failures/callFailures';
import type { FailureRow, Retry } from '../../nodes/WebData/api/failures/failure';
import { pageRows } from '../../nodes/WebData/api/failures/pageFailures';
import { runRows } from '../../nodes/WebData/api/failures/runRows';
import { netRows, serviceRows } from '../../nodes/WebData/api/failures/serviceRows';
import { traceRows } from '../../nodes/WebData/api/failures/traceRows';
import { transportRows } from '../../nodes/WebData/api/failures/transportRows';
import { withLabels } from '../../nodes/WebData/host/words';
import { findOperation, properties } from '../../nodes/WebData/operations';
import { table, type Row } from './markdown';

const retries: Record<Retry, string> = {
	never: 'no',
	backoff: 'yes',
	sameKey: 'yes, with the same request id',
	sometimes: 'no; another run may succeed',
	unlessPaid: 'where a repeat costs nothing: reading, and catalog calls',
	whileOurs: "waited out when the earlier request was this node's own",
};

/** Of what is over, and not tried again by the node itself. */
const mayPass: Record<Retry, string> = {
	never: '`false`',
	backoff: '`true`',
	sameKey: '`true`',
	sometimes: '`"sometimes"`',
	unlessPaid: '`true`',
	whileOurs: '`false`',
};

type Explained = Pick<FailureRow, 'message' | 'cause' | 'remedy' | 'retry'>;

/** Most failures are of a scrape, so its fields are looked at first. */
const allFields = [...(findOperation('scrape', 'scrape')?.fields ?? []), ...properties];

const explained = (reason: string, { message, cause, remedy }: Explained): Row => [
	`\`${reason}\``,
	message,
	withLabels(`${cause} ${remedy}`, allFields),
];

const head = ['Reason', 'Says', 'Why, and what to change'];

const triedAgain = (rows: Record<string, Explained>): string =>
	table(
		[...head, 'Tried again'],
		Object.entries(rows).map(([reason, row]) => [...explained(reason, row), retries[row.retry]]),
	);

const overTable = (rows: Record<string, Explained>): string =>
	table(
		[...head, '`retryable`'],
		Object.entries(rows).map(([reason, row]) => [...explained(reason, row), mayPass[row.retry]]),
	);

const others: [string, FailureRow][] = [
	['other 3xx', netRows.redirect],
	['other 4xx', netRows.client],
	['other 5xx', netRows.server],
];

const ofService = (status: string, code: string | undefined, row: FailureRow): Row => [
	status,
	code === undefined ? '' : `\`${code}\``,
	...explained(row.id, row),
	retries[row.retry],
];

const serviceTable = (): string => {
	const known = [...serviceRows]
		.sort((a, b) => a.status - b.status)
		.map((row) => ofService(String(row.status), row.code, row));
	const unknown = others.map(([status, row]) => ofService(status, undefined, row));
	return table(['HTTP', 'Code', ...head, 'Tried again'], [...known, ...unknown]);
};

const calls = { callFailed: failureOfCall({}), callMissing: missingCall };

export const errorTables: Record<string, () => string> = {
	'service-errors': serviceTable,
	'network-errors': () => triedAgain(transportRows),
	'answer-errors': () => triedAgain(answerRows),
	'run-errors': () => overTable({ ...traceRows, ...runRows }),
	'call-errors': () => overTable(calls),
	'page-errors': () => overTable(pageRows),
};
