// Prints the simulation's table and writes it to RESULTS.md: npx tsx test/simulation/main.ts

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Limit } from './service';
import { simulate, simulateBatch, type Figures, type Scenario } from './simulate';

const limits: Limit[] = [
	{ kind: 'concurrency', most: 10 },
	{ kind: 'concurrency', most: 50 },
	{ kind: 'rate', most: 100 },
	{ kind: 'rate', most: 500 },
	{ kind: 'rate', most: 5000 },
];
const workerCounts = [1, 2, 5, 10, 50, 200];

const scenarios: Scenario[] = limits.flatMap((limit) =>
	[true, false].flatMap((retryAfter) =>
		workerCounts.map((workers) => ({
			workers,
			limit,
			retryAfter,
			maxConcurrency: 50,
			warmUpMinutes: 10,
			minutes: 20,
			seed: 1,
		})),
	),
);

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const limitName = ({ kind, most }: Limit): string =>
	kind === 'rate' ? `${most} a minute` : `${most} at a time`;

const rowOf = (scenario: Scenario, figures: Figures): string[] => [
	limitName(scenario.limit),
	scenario.retryAfter ? 'yes' : 'no',
	String(scenario.workers),
	percent(figures.refusedShareAtStart),
	percent(figures.refusedShare),
	percent(figures.use),
	figures.fairness.toFixed(2),
	`${figures.failed} of ${figures.items}`,
];

const head = [
	'limit',
	'`Retry-After`',
	'workers',
	'refused, first 10 min',
	'refused, then',
	'use of the limit',
	'fairness',
	'failed items',
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly string[][]): string =>
	[head, head.map(() => '---'), ...rows].map(line).join('\n');

async function batchRows(): Promise<string[][]> {
	const rows: string[][] = [];
	for (const retryAfter of [true, false]) {
		const { refused, failed, tookMs } = await simulateBatch(200, {
			limit: { kind: 'concurrency', most: 10 },
			retryAfter,
			maxConcurrency: 50,
			seed: 1,
		});
		const seconds = (tookMs / 1000).toFixed(1);
		rows.push([retryAfter ? 'yes' : 'no', String(refused), String(failed), `${seconds} s`]);
	}
	return rows;
}

async function scenarioRows(): Promise<string[][]> {
	const rows: string[][] = [];
	for (const scenario of scenarios) {
		rows.push(rowOf(scenario, await simulate(scenario)));
		console.log(line(rows.at(-1) ?? []));
	}
	return rows;
}

const about = `# Many n8n workers, one account

Made by \`npx tsx test/simulation/main.ts\`; the numbers are the same each time.

The node's own client, retry rules and gate run on a virtual clock against a service with one limit. The workers do not
know of each other, all have more items than they can send, and 'Max Concurrency' is 50. A request takes 0.5 to 1.5 s, a
refusal 50 ms. Minutes of the rate limit begin with their first request; \`Retry-After\` is what is left of that minute,
or 2 s for a limit on requests at a time.

- **Items get slower, almost none fails.** Where the account's limit is shared by many workers, an item waits longer; the
  last column counts those that gave up after five tries.
- **Up to ten workers** use more than three quarters of the limit, mostly nine tenths, and once their pace is found
  fewer than one request in twenty is refused. Where there are more workers than the limit has room for, most first
  requests are refused, until each has found its pace: give such a team fewer workers, or a larger plan.
- **Shares are even within one n8n process**, where executions take turns. Processes do not know of each other: their
  shares are even while each has room for several requests and the service sends \`Retry-After\`; otherwise the one that
  came first may keep most for a long time.
`;

const headBatch = ['`Retry-After`', 'refused', 'failed', 'time'];

async function main(): Promise<void> {
	const batch = table(headBatch, await batchRows());
	console.log(batch);
	const many = table(head, await scenarioRows());
	const text = `${about}
## 200 items in one worker, 10 at a time allowed

At best this takes 21 s.

${batch}

## Workers that share an account

Refused: of all requests. Use: of the successes that the limit, or the workers' own 'Max Concurrency', allows. Fairness:
Jain's index over the workers' successes, 1 when all have the same. Refusals of the first 10 minutes stand apart, failed
items are of all 30 minutes, the rest is of minutes 10 to 30.

${many}
`;
	const config = { ...(await resolveConfig(__filename)), parser: 'markdown' };
	writeFileSync(join(__dirname, 'RESULTS.md'), await format(text, config));
}

void main();
