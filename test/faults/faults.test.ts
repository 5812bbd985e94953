import type { IDataObject } from 'n8n-workflow';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play, type Cell } from './cell';
import { expectedOf, isPossible } from './expected';
import { faultKinds } from './faultKinds';
import { subjects } from './operations';
import { resultsOf, type CellResult } from './table';
import { useFaultServers } from './useFaultServers';

const results = join(__dirname, 'RESULTS.md');
const played: CellResult[] = [];
const servers = useFaultServers({ monitorCheckMs: 0 });

function checkItems({ items, outcome }: Cell, expectJobId: boolean): void {
	expect(JSON.stringify(items)).not.toContain(servers.service.apiKey);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	if (outcome === 'ok' || outcome === 'canceled') return;
	const [item] = items;
	expect(Object.keys(item?.json ?? {})).toEqual(['error', 'message', 'details']);
	expect(item?.json.error).toMatch(/\S/);
	expect(item?.json.message).toMatch(/\.$/);
	if (!expectJobId) return;
	const { jobId, checkId } = item?.json.details as IDataObject;
	expect(jobId ?? checkId).toEqual(expect.any(String));
}

describe.each(subjects)('$name', (subject) => {
	it.each(faultKinds.filter((fault) => isPossible(subject, fault)))(
		'has the expected outcome with the fault "$name"',
		async (fault) => {
			const cell = await play(servers, subject, fault);
			played.push({ subject, fault, cell });
			const { retryable, requests = cell.requests, ...expected } = expectedOf(subject, fault);
			const { items: _items, pauseMs: _pause, ...came } = cell;
			expect(came).toEqual({ requests, ...expected });
			checkItems(cell, subject.repeat === 'poll');
			const details = (cell.items[0]?.json.details ?? {}) as IDataObject;
			if (retryable !== undefined) expect(details.retryable).toBe(retryable);
			expect(cell.pauseMs ?? Infinity).toBeGreaterThanOrEqual(fault.pauseMs ?? -Infinity);
		},
	);
});

it('RESULTS.md matches the outcome', () => {
	const table = resultsOf(played);
	if (process.env.WRITE_FAULT_TABLE === '1') writeFileSync(results, table);
	expect(readFileSync(results, 'utf8')).toBe(table);
});
