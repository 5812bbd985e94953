import type { INodeProperties } from 'n8n-workflow';
import { fallbackRows, responseRows } from '../../nodes/WebData/errors/rows/response';
import {
	failureOfCatalogCall,
	missingCallFailure,
} from '../../nodes/WebData/resources/catalog/service';
import type { ErrorRow, RetryAdvice, ServiceRow } from '../../nodes/WebData/errors/row';
import { browserSessionRows } from '../../nodes/WebData/resources/browserSession/errors';
import { interactRows } from '../../nodes/WebData/resources/scrape/errors';
import { checkRows } from '../../nodes/WebData/resources/monitor/errors';
import { pageRows } from '../../nodes/WebData/errors/rows/page';
import { failedPageRows } from '../../nodes/WebData/errors/rows/pageJob';
import { jobRowsFor, withJobName } from '../../nodes/WebData/errors/rows/job';
import { traceRows } from '../../nodes/WebData/resources/agent/errors';
import { creditRows, rateLimitRows } from '../../nodes/WebData/errors/rows/limits';
import { transportRows } from '../../nodes/WebData/errors/rows/transport';
import { insertLabels } from '../../nodes/WebData/host/output/text';
import { findOperation, properties } from '../../nodes/WebData/resources';
import { endpoints, type EndpointName } from '../cases/endpoints';
import { serviceRows } from '../cases/serviceRows';
import { table, type Row } from './markdown';

/** Texts of the columns Retried and `retryable`. */
const retries: Record<RetryAdvice, [retried: string, retryable: string]> = {
	never: ['no', '`false`'],
	backoff: ['yes', '`true`'],
	sameKey: ['yes, with the same request ID', '`true`'],
	sometimes: ['no; a later attempt may succeed', '`"sometimes"`'],
	ifFree: ['only reads and catalog calls, because repeating them is free', '`true`'],
	ifOwnRequest: ['yes, if this node sent the earlier request', '`false`'],
};

type Explained = Pick<ErrorRow, 'message' | 'cause' | 'remedy' | 'retry'>;

const operationsOf: Partial<Record<EndpointName, [string, string]>> = {
	crawl: ['crawl', 'run'],
	browserSession: ['browserSession', 'execute'],
	sessionCode: ['browserSession', 'execute'],
	map: ['map', 'map'],
	search: ['search', 'search'],
};

const fieldsFor = (names: readonly EndpointName[] = []): INodeProperties[] => {
	const forms = new Set(names.map((name) => operationsOf[name]?.join('.')));
	const [form] = forms.size === 1 ? forms : [];
	const [resource = '', operation = ''] = (form ?? 'scrape.scrape').split('.');
	return [...(findOperation(resource, operation)?.fields ?? []), ...properties];
};

const explained = (
	reason: string,
	{ message, cause, remedy }: Explained,
	names?: readonly EndpointName[],
): Row => [`\`${reason}\``, message, insertLabels(`${cause} ${remedy}`, fieldsFor(names))];

const head = ['Reason', 'Message', 'Cause and remedy'];

const tableOf = (
	column: 'Retried' | '`retryable`',
	rows: Record<string, Explained>,
	names?: readonly EndpointName[],
): string =>
	table(
		[...head, column],
		Object.entries(rows).map(([reason, row]) => [
			...explained(reason, row, names),
			retries[row.retry][column === 'Retried' ? 0 : 1],
		]),
	);

const retryText = (rows: Record<string, Explained>) => tableOf('Retried', rows);

const overTable = (rows: Record<string, Explained>, names?: readonly EndpointName[]) =>
	tableOf('`retryable`', rows, names);

const others: [string, ErrorRow][] = [
	['other 3xx', fallbackRows.redirect],
	['other 4xx', fallbackRows.otherClientError],
	['other 5xx', fallbackRows.otherServerError],
];

const retriedOf = ({ retry, possiblyExecuted }: ErrorRow): string =>
	retry === 'backoff' && possiblyExecuted ? 'yes\\*' : retries[retry][0];

const serviceRow = (
	status: string,
	row: ErrorRow,
	code?: string,
	of?: readonly EndpointName[],
): Row => [
	...[status, code === undefined ? '' : `\`${code}\``],
	...[...explained(row.id, row, of), retriedOf(row)],
];

const namesOf = (row: ServiceRow): EndpointName[] =>
	(Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].errors.includes(row));

const serviceTable = (): string => {
	const known = [...serviceRows]
		.sort((a, b) => a.status - b.status)
		.map((row) => serviceRow(String(row.status), row, row.code, namesOf(row)));
	const unknown = others.map(([status, row]) => serviceRow(status, row));
	return table(['HTTP', 'Code', ...head, 'Retried'], [...known, ...unknown]);
};

const calls = { callFailed: failureOfCatalogCall({}), callMissing: missingCallFailure };

const { jobCancelled: _cancelled, startNotFound: _lost, ...ofAgentRuns } = jobRowsFor('agent run');
const { jobCancelled, startNotFound } = jobRowsFor('job');
const failedPageTable = Object.fromEntries(
	Object.entries(failedPageRows).map(([id, row]) => [id, withJobName(row, 'job')]),
);

export const errorTables: Record<string, () => string> = {
	'service-errors': serviceTable,
	'network-errors': () => retryText({ ...transportRows, ...rateLimitRows, ...creditRows }),
	'answer-errors': () => retryText(responseRows),
	'run-errors': () => overTable({ ...traceRows, ...ofAgentRuns }),
	'check-errors': () => overTable(checkRows),
	'session-errors': () => overTable({ ...interactRows, ...browserSessionRows }, ['browserSession']),
	'page-job-errors': () =>
		overTable({ ...failedPageTable, jobCancelled, startNotFound }, ['crawl']),
	'call-errors': () => overTable(calls),
	'page-errors': () => overTable(pageRows),
};
