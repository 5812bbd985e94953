import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { simulationCases, type Case } from './cases';
import { runBatch } from './clients';
import { idealTime } from './idealTime';
import { runProcesses, type Scenario } from './processes';
import { troubles } from './trouble';

/** Milliseconds that a refusal takes. */
const ROUND_TRIPS_MS = [5, 20, 50];
const PROCESSES = [1, 2, 5, 20, 50, 100, 200];
const WARM_UP_MINUTES = 3;
const MINUTES = 5;

const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;
const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Prints each row as soon as its result is available. */
async function table(head: string[], rows: readonly (() => Promise<string[]>)[]): Promise<string> {
	const lines = [line(head), line(head.map(() => '---'))];
	for (const row of rows) {
		lines.push(line(await row()));
		console.log(lines.at(-1));
	}
	return lines.join('\n');
}

async function cell(simulated: Case, roundTripMs: number): Promise<string> {
	const limits = { ...simulated.limits, roundTripMs };
	const { tookMs, refused, failed, timedOut } = await runBatch(simulated.count, limits);
	const ratio = tookMs / idealTime(simulated.count, limits);
	const lost = failed + timedOut > 0 ? `, ${failed} failed, ${timedOut} timed out` : '';
	return `${times(ratio)}, ${percent(refused / (refused + simulated.count))}${lost}`;
}

async function caseRow(simulated: Case): Promise<string[]> {
	const { name, count, maxRatio, limits } = simulated;
	const results: string[] = [];
	for (const roundTripMs of ROUND_TRIPS_MS) results.push(await cell(simulated, roundTripMs));
	return [String(count), name, limits.retryAfter, `${maxRatio} ×`, ...results];
}

const refusalHeads = ROUND_TRIPS_MS.map((ms) => `refusals in ${ms} ms`);

async function troubleTable(): Promise<string> {
	const columns = await Promise.all(ROUND_TRIPS_MS.map(troubles));
	const rows = (columns[0] ?? []).map(
		({ name, maxRatio }, index) =>
			() =>
				Promise.resolve([
					name,
					`${maxRatio} ×`,
					...columns.map((column) => times(column[index]?.ratio ?? NaN)),
				]),
	);
	return await table(['items', 'target', ...refusalHeads], rows);
}

const scenarios: Scenario[] = [
	{ kind: 'concurrency' as const, most: 10 },
	{ kind: 'rate' as const, most: 100 },
	{ kind: 'rate' as const, most: 500 },
].flatMap((limit) =>
	(['seconds', 'none'] as const).flatMap((retryAfter) =>
		PROCESSES.map((processes) => ({
			processes,
			limit,
			retryAfter,
			warmUpMinutes: WARM_UP_MINUTES,
			minutes: MINUTES,
		})),
	),
);

async function processRow(scenario: Scenario): Promise<string[]> {
	const { processes, limit, retryAfter } = scenario;
	const figures = await runProcesses(scenario);
	return [
		`${limit.most} ${limit.kind === 'rate' ? 'per minute' : 'at a time'}`,
		retryAfter,
		String(processes),
		percent(figures.refusedAtStart, 1),
		percent(figures.refused, 1),
		percent(figures.use, 1),
		figures.fairness.toFixed(2),
		`${figures.longestSeconds.toFixed(0)} s`,
		`${figures.failed} of ${figures.ended}`,
	];
}

const processHead = [
	'limit',
	'`Retry-After`',
	'processes',
	`refused, first ${WARM_UP_MINUTES} min`,
	'refused, then',
	'use of the limit',
	'fairness',
	'99 % of items within',
	'failed',
];

async function main(): Promise<void> {
	const caseHead = ['items', 'limits', '`Retry-After`', 'target', ...refusalHeads];
	const caseTable = await table(
		caseHead,
		simulationCases.map((each) => () => caseRow(each)),
	);
	const trouble = await troubleTable();
	const processTable = await table(
		processHead,
		scenarios.map((each) => () => processRow(each)),
	);
	const text = `# Rate limits in simulation

Made by \`npm run simulate\`. The call, retry and rate limit code of the node runs in virtual time against a service with
limits, so the numbers are the same in every run.

## One process

Each result is the time compared with the ideal, and the share of requests that were refused. The ideal is a client that
knows all limits in advance and has up to 200 requests in flight.

${caseTable}

## Requests that fail for a reason of their own

${trouble}

## Processes that share an account

Each process has 50 items at a time and never runs out of them. A request takes 0.5 to 1.5 seconds, a refusal 25 to
75 ms. *Use* is the share of the successes that the limit allows, or that the processes can ask for. *Fairness* is
Jain's index over the processes: 1 if all have the same number of successes. Processes do not communicate: if there are
more of them than the limit has room for, the probes of those that wait are most of the refused requests.

A run has 8 minutes, so it cannot show items that fail because they waited for the 10 minutes of *Max Retry Wait*. In runs
of 15 minutes with 5, 20 and 50 processes, at 10 at a time and at 100 per minute, none failed with \`Retry-After\`. Without
it, 175 of 1,675 items failed with 20 processes at 100 per minute, and 1,734 of 3,234 with 50.

${processTable}
`;
	const config = { ...(await resolveConfig(__filename)), parser: 'markdown' };
	writeFileSync(join(__dirname, 'RESULTS.md'), await format(text, config));
}

void main();
