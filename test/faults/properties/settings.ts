// Every property test uses the same random cases in each run. A failure prints the seed and the
// smallest failing example. `PROPERTY_SEED=1 PROPERTY_RUNS=10` selects another seed and ten times
// as many cases.

import type fc from 'fast-check';

const SEED = Number(process.env.PROPERTY_SEED ?? 20_260);
const TIMES = Number(process.env.PROPERTY_RUNS ?? 1);

export const propertySettings = (numRuns: number): fc.Parameters<unknown> => ({
	seed: SEED,
	numRuns: numRuns * TIMES,
});
