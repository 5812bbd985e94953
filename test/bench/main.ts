// Compares this package with plain undici, n8n's request helper, and the HTTP Request node in a real n8n instance.
//
//   npm run bench                     runs all measurements and writes RESULTS.md
//   npm run bench -- requestCost      runs only these measurements and prints their results
//
// By default, each result is the median of five rounds. `--rounds 1` is faster. The benchmark requires an idle Linux
// machine. Each measurement has its own warm-up and alternates between the compared programs in every round.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../n8n/install';
import { makeKeys } from '../transport/loopback';
import { tableOf, writeResults, type Measured } from './figure';
import { n8nItems } from './n8nItems';
import { requestCost } from './requestCost';
import { bundleWorkers, copyPackages, workFolder, type Bench, type Measurement } from './worker';

const measurements: readonly Measurement[] = [requestCost, n8nItems];

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { rounds: { type: 'string', default: '5' } },
});

function wanted(): readonly Measurement[] {
	const known = measurements.map(({ name }) => name);
	const strange = positionals.filter((name) => !known.includes(name));
	if (strange.length > 0) {
		throw new Error(`No measurement "${strange.join('", "')}". There are: ${known.join(', ')}`);
	}
	return measurements.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
}

async function prepare(chosen: readonly Measurement[]): Promise<Bench> {
	if (!chosen.every(({ needsNoN8n }) => needsNoN8n)) await ensureN8n();
	await rm(workFolder, { recursive: true, force: true });
	await mkdir(workFolder, { recursive: true });
	await copyPackages();
	await bundleWorkers();
	const tls = await makeKeys('127.0.0.1');
	const caFile = join(workFolder, 'ca.pem');
	await writeFile(caFile, tls.cert);
	return { tls, caFile, rounds: Number(values.rounds) };
}

/** Returns an empty list if the measurement fails. */
async function tried({ name, about, measure }: Measurement, bench: Bench): Promise<Measured[]> {
	const begun = performance.now();
	try {
		const figures = await measure(bench);
		const seconds = ((performance.now() - begun) / 1000).toFixed(0);
		console.log(`\n${name} (${seconds} s): ${about}\n\n${tableOf(figures)}`);
		return [{ about, figures }];
	} catch (error) {
		console.error(`\n${name} failed:`, error);
		process.exitCode = 1;
		return [];
	}
}

async function main(): Promise<void> {
	const chosen = wanted();
	const bench = await prepare(chosen);
	const all: Measured[] = [];
	for (const measurement of chosen) all.push(...(await tried(measurement, bench)));
	if (all.length === measurements.length) await writeResults(all, bench.rounds);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
