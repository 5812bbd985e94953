import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pinnedVersions } from '../n8n/places';

export type Rows = Record<string, number | string>;

const COMMAND = 'npm run test:queue';

const line = (cells: readonly (number | string)[]): string => `| ${cells.join(' | ')} |`;

const tableOf = (title: string, rows: Rows): string =>
	[`## ${title}`, '', line(['Figure', 'Value']), line(['---', '---:'])]
		.concat(Object.entries(rows).map(line))
		.join('\n');

const machine = (): string => {
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const { n8n, node } = pinnedVersions();
	return [
		`${cpus().length} cores and ${gigabytes} GB for all processes: the main process, two workers, and two webhook processes of n8n ${n8n}`,
		`on Node ${node}, Redis, PostgreSQL, the local service, and the test on Node ${process.versions.node}.`,
	].join('\n');
};

const head = (): string => `# Queue mode

A real n8n in queue mode, with a private Redis and PostgreSQL. To repeat the measurements:

\`\`\`
${COMMAND}
\`\`\`

${machine()}

Workers run 10 executions at a time, which is n8n's default. Jobs of a dead worker count as stalled after
\`QUEUE_WORKER_LOCK_DURATION=4000\` and \`QUEUE_WORKER_STALLED_INTERVAL=2000\`. The defaults of n8n are 60000 and 30000.`;

export interface Figures {
	note: (title: string, rows: Rows) => void;
	write: () => void;
}

export function openFigures(expected: number): Figures {
	const tables: string[] = [];
	return {
		note: (title, rows) => {
			const table = tableOf(title, rows);
			tables.push(table);
			process.stdout.write(`\n${table}\n\n`);
		},
		write: () => {
			if (tables.length < expected) return;
			writeFileSync(join(__dirname, 'RESULTS.md'), `${[head(), ...tables].join('\n\n')}\n`);
		},
	};
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export const share = (part: number, whole: number): string =>
	`${((100 * part) / whole).toFixed(1)} %`;
