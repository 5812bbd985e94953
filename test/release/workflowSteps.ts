import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../.github/workflows');

export interface Step {
	job: string;
	/** The shell script of the step. */
	run: string;
}

export const workflowText = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Returns the jobs of a workflow with their texts. */
export function jobsIn(text: string): [job: string, text: string][] {
	const [, jobs = ''] = text.split(/^jobs:\n/m);
	const [, ...parts] = jobs.split(/^ {2}(?=[\w-]+:$)/m);
	return parts.map((part) => [part.slice(0, part.indexOf(':')), part]);
}

/** Returns the steps that run a shell script, in the order of the file. */
export function runSteps(text: string): Step[] {
	const scripts = /^ +(?:- )?run: (?:\|\n((?:(?: {10}.*)?\n)+)|(.+)$)/gm;
	return jobsIn(text).flatMap(([job, part]) =>
		[...part.matchAll(scripts)].map(([, block, line]) => ({
			job,
			run: String(block?.replaceAll(/^ {10}/gm, '') ?? line).trim(),
		})),
	);
}
