// Every row of the specification's error tables, answered by the local service and seen through the built node.

import type { NodeApiError } from 'n8n-workflow';
import { errorRowFault } from '../localService/faults';
import { errorRows, type ErrorRow } from '../spec/errorRows';
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

const rows: ErrorRow[] = errorRows.filter((row: ErrorRow) => row.status !== undefined);

/** The Retryable column; where a table has none, Retry rule 2. Rule 5 adds a key to a repeat, it forbids none. */
const isRepeated = ({ retryable, status }: ErrorRow): boolean =>
	retryable === 'backoff' ||
	retryable === 'sameKey' ||
	(retryable === 'notStated' && [408, 429, 500, 502, 503, 504].includes(status ?? 0));

/** Retry rules 4: min(2^attempt, 30) s and half a second of jitter, 5 attempts. */
const waitsOfFiveTries = [2500, 4500, 8500, 16500];

const stockPhrase =
	/please check your parameters|check your credentials|could not be found$|perhaps|try again later or consider/;

const caught = async (promise: Promise<unknown>): Promise<NodeApiError> => {
	try {
		await promise;
	} catch (error) {
		return error as NodeApiError;
	}
	throw new Error('Nothing was thrown');
};

describe.each(rows.map((row) => [row.table, row.id, row] as const))('%s: %s', (_table, id, row) => {
	beforeEach(() => service.addFaults(errorRowFault(id as never, { times: 0 })));

	it('ends the node with the words of the service, the cause and what to change', async () => {
		const error = await caught(run('stopWorkflow'));
		expect(error.constructor.name).toBe('NodeApiError');
		expect(error.message).toBe(row.error);
		expect(error.httpCode).toBe(String(row.status));
		expect(error.description).toMatch(/^[A-Z{'].*\.$/s);
		expect(error.description).not.toMatch(/[{}]/);
		expect(`${error.message} ${error.description ?? ''}`).not.toMatch(stockPhrase);
		expect(error.context.itemIndex).toBe(0);
		expect(error.context.data).toMatchObject({ httpCode: row.status });
	});

	it('is tried as often as the specification says, with its waits', async () => {
		const { items } = await run('continueRegularOutput');
		const repeated = isRepeated(row);
		expect(service.requests).toHaveLength(repeated ? 5 : 1);
		expect(time.sleeps).toEqual(repeated ? waitsOfFiveTries : []);
		expect(items).toEqual([
			{
				json: {
					error: row.error,
					message: expect.any(String) as string,
					details: expect.objectContaining({
						httpCode: row.status,
						retryable: row.retryable === 'sometimes' ? 'sometimes' : repeated,
						tries: repeated ? 5 : 1,
						...(row.code === undefined ? {} : { code: row.code }),
					}) as object,
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});
