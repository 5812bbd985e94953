import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(__dirname, '../../.github/workflows');

export interface Job {
	needs?: string | string[];
	permissions?: Record<string, string>;
	'runs-on'?: string;
	'timeout-minutes'?: number;
	steps?: { run?: string; uses?: string }[];
}

export interface Step {
	job: string;
	/** The shell script of the step. */
	run: string;
}

export const workflowText = (name: string): string => readFileSync(join(folder, name), 'utf8');

export const jobsIn = (text: string): [name: string, job: Job][] =>
	Object.entries((parse(text) as { jobs: Record<string, Job> }).jobs);

/** Returns the steps that run a shell script, in the order of the file. */
export const runSteps = (text: string): Step[] =>
	jobsIn(text).flatMap(([job, { steps = [] }]) =>
		steps.flatMap(({ run }) => (run === undefined ? [] : [{ job, run: run.trim() }])),
	);
