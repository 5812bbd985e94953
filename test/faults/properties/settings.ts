// Every property test uses the same random cases in each run. The message of a failed test contains
// the seed and the smallest failing example. `PROPERTY_SEED=1 PROPERTY_RUNS=10` changes the seed
// and runs ten times as many cases.

import type fc from 'fast-check';

const SEED = Number(process.env.PROPERTY_SEED ?? 20_260);
const TIMES = Number(process.env.PROPERTY_RUNS ?? 1);

export const propertySettings = (numRuns: number): fc.Parameters<unknown> => ({
	seed: SEED,
	numRuns: numRuns * TIMES,
});
