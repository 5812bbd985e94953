import type { AnyRow, ErrorRow, RetryAdvice } from '../../nodes/WebData/errors/row';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { fallbackRows, responseRows } from '../../nodes/WebData/errors/rows/response';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { traceRows } from '../../nodes/WebData/resources/agent/errors';
import { browserSessionRows } from '../../nodes/WebData/resources/browserSession/service';
import {
	failureOfCatalogCall,
	missingCallFailure,
} from '../../nodes/WebData/resources/catalog/service';
import { checkRows } from '../../nodes/WebData/resources/monitor/errors';
import { interactRows } from '../../nodes/WebData/resources/scrape/service';
import { jobRowsFor } from '../cases/rows';
import { serviceRows } from '../cases/serviceRows';
import { type Row, table } from './markdown';

/** Texts of the columns Retried and `retryable`. */
const retries: Record<RetryAdvice, [retried: string, retryable: string]> = {
	never: ['no', '`false`'],
	backoff: ['yes', '`true`'],
	sameKey: ['yes, with the same request ID', '`true`'],
	sometimes: ['no; a later attempt may succeed', '`"sometimes"`'],
	ifFree: ['only reads and catalog calls, because repeating them is free', '`true`'],
	ifOwnRequest: ['yes, if this node sent the earlier request', '`false`'],
};

type Rows = Record<string, Pick<ErrorRow, 'retry'>>;

const tableOf = (column: 'Retried' | '`retryable`', rows: Rows): string =>
	table(
		['Reason', column],
		Object.entries(rows).map(([reason, { retry }]) => [
			`\`${reason}\``,
			retries[retry][column === 'Retried' ? 0 : 1],
		]),
	);

const retriedOf = ({ retry, possiblyExecuted }: AnyRow): string =>
	retry === 'backoff' && possiblyExecuted ? 'yes\\*' : retries[retry][0];

const serviceRow = (status: string, row: AnyRow, code?: string): Row => [
	status,
	code === undefined ? '' : `\`${code}\``,
	`\`${row.id}\``,
	retriedOf(row),
];

const serviceTable = (): string =>
	table(
		['HTTP', 'Code', 'Reason', 'Retried'],
		[
			...[...serviceRows]
				.sort((a, b) => a.status - b.status)
				.map((row) => serviceRow(String(row.status), row, row.code)),
			serviceRow('other 3xx', fallbackRows.redirect),
			serviceRow('other 4xx', fallbackRows.otherClientError),
			serviceRow('other 5xx', fallbackRows.otherServerError),
		],
	);

const { jobCancelled: _cancelled, startNotFound: _lost, ...ofAgentRuns } = jobRowsFor('agent run');
const { jobCancelled, startNotFound } = jobRowsFor('job');
export const errorTables: Record<string, () => string> = {
	'service-errors': serviceTable,
	'network-errors': () => tableOf('Retried', { ...transportRows, ...rateLimitRows, ...creditRows }),
	'answer-errors': () => tableOf('Retried', responseRows),
	'run-errors': () => tableOf('`retryable`', { ...traceRows, ...ofAgentRuns }),
	'check-errors': () => tableOf('`retryable`', checkRows),
	'session-errors': () => tableOf('`retryable`', { ...interactRows, ...browserSessionRows }),
	'page-job-errors': () =>
		tableOf('`retryable`', { ...failedPageRows, jobCancelled, startNotFound }),
	'call-errors': () =>
		tableOf('`retryable`', {
			callFailed: failureOfCatalogCall({}),
			callMissing: missingCallFailure,
		}),
	'page-errors': () => tableOf('`retryable`', pageRows),
};
