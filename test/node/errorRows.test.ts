import { errorRowFault } from '../localService/faults';
import { errorRows, type SpecErrorRow } from '../spec/errorRows';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute } = useBuiltNode();

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));

const run = (onError: 'stopWorkflow' | 'continueRegularOutput') =>
	execute({
		parameters: {
			resource: 'scrape',
			operation: 'scrape',
			url: 'https://example.com/',
		},
		onError,
	});

const rows: SpecErrorRow[] = errorRows.filter((row: SpecErrorRow) => row.status !== undefined);

/**
 * Whether the specification allows a retry after the error. If the error's table has no Retryable column, retry rule 2
 * decides.
 */
const isRetried = ({ retryable, status }: SpecErrorRow): boolean =>
	retryable === 'backoff' ||
	retryable === 'sameKey' ||
	(retryable === 'notStated' && [408, 429, 500, 502, 503, 504].includes(status ?? 0));

/**
 * Delays in milliseconds according to retry rule 4 of the specification: min(2^attempt, 30) seconds plus half a second
 * of jitter.
 */
const waitsOfFiveAttempts = [2500, 4500, 8500, 16500];

/** Each attempt of a scrape that times out may be charged, so the node sends it at most twice. */
const attemptsOf = (row: SpecErrorRow): number => {
	if (!isRetried(row)) return 1;
	return row.status === 408 || row.status === 504 ? 2 : 5;
};

const stockPhrase =
	/please check your parameters|check your credentials|could not be found$|perhaps|try again later or consider/;

const statusText =
	/^(Bad Request|Forbidden|Not Found|Request Timeout|Conflict|Payload Too Large|Unprocessable Entity|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout|SCRAPE_PROMPT_INJECTION_DETECTED)$/;

const serviceText = ({ error }: SpecErrorRow): string => {
	if (statusText.test(error)) return '';
	return error.endsWith('.') ? error.slice(0, -1) : error;
};

describe.each(rows.map((row) => [row.table, row.id, row] as const))('%s: %s', (_table, id, row) => {
	beforeEach(() => service.addFaults(errorRowFault(id as never, { times: 0 })));

	it('ends the node with a message, the cause, and the remedy', async () => {
		const error = await caught(run('stopWorkflow'));
		expect(error.constructor.name).toBe('NodeApiError');
		expect(error.message).not.toMatch(statusText);
		expect(`${error.message}. ${error.description ?? ''}`).toMatch(
			new RegExp(serviceText(row).replace(/[()]/g, '\\$&'), 'i'),
		);
		expect(error.httpCode).toBe(String(row.status));
		expect(error.description).toMatch(/^[A-Z{'].*\.$/s);
		expect(error.description).not.toMatch(/[{}]/);
		expect(`${error.message} ${error.description ?? ''}`).not.toMatch(stockPhrase);
		expect(error.context?.itemIndex).toBe(0);
		expect(error.context?.data).toMatchObject({ httpCode: row.status });
	});

	it('is retried according to the specification', async () => {
		const { items } = await run('continueRegularOutput');
		const attempts = attemptsOf(row);
		expect(service.requests).toHaveLength(attempts);
		expect(time.sleeps).toEqual(waitsOfFiveAttempts.slice(0, attempts - 1));
		expect(items).toEqual([
			{
				json: {
					error: expect.not.stringMatching(statusText) as string,
					message: expect.any(String) as string,
					details: expect.objectContaining({
						httpCode: row.status,
						retryable: row.retryable === 'sometimes' ? 'sometimes' : isRetried(row),
						tries: attempts,
						...(row.code === undefined ? {} : { code: row.code }),
					}) as object,
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});
