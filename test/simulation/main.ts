import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { simulationCases, type Case } from './cases';
import { runBatch } from './clients';
import { idealTime } from './idealTime';

/** Milliseconds that a refusal takes. */
const ROUND_TRIPS_MS = [5, 20, 50];

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

async function cells(simulated: Case, roundTripMs: number): Promise<string[]> {
	const limits = { ...simulated.limits, roundTripMs };
	const { tookMs, refused, failed, timedOut } = await runBatch(simulated.count, limits);
	const ratio = (tookMs / idealTime(simulated.count, limits)).toFixed(2);
	const lost = failed + timedOut > 0 ? `, ${failed} failed, ${timedOut} timed out` : '';
	return [`${ratio} ×, ${percent(refused / (refused + simulated.count))}${lost}`];
}

async function row(simulated: Case): Promise<string> {
	const { name, count, maxRatio, limits } = simulated;
	const results: string[] = [];
	for (const roundTripMs of ROUND_TRIPS_MS) results.push(...(await cells(simulated, roundTripMs)));
	const line = [String(count), name, limits.retryAfter, `${maxRatio} ×`, ...results];
	return `| ${line.join(' | ')} |`;
}

const head = [
	'items',
	'limits',
	'`Retry-After`',
	'target',
	...ROUND_TRIPS_MS.map((ms) => `refusals in ${ms} ms`),
];

const introduction = `# Rate limits in simulation

Made by \`npm run simulate\`. The call, retry and rate limit code of the node runs in virtual time against a service with
limits, so the numbers are the same in every run.

Each result is the time compared with the ideal, and the share of requests that were refused. The ideal is a client that
knows all limits in advance and has up to 200 requests in flight.
`;

async function main(): Promise<void> {
	const rows: string[] = [];
	for (const simulated of simulationCases) {
		rows.push(await row(simulated));
		console.log(rows.at(-1));
	}
	const table = [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- |').join('')}`, ...rows];
	const config = { ...(await resolveConfig(__filename)), parser: 'markdown' };
	const text = await format(`${introduction}\n${table.join('\n')}\n`, config);
	writeFileSync(join(__dirname, 'RESULTS.md'), text);
}

void main();
