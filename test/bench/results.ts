// Prints the results as tables, and writes them to RESULTS.md with a description of the machine.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { pinnedVersions } from '../n8n/places';
import { isMet, measuredOf, targetOf, type Figure } from './figure';

/** The figures and the description of one measurement. */
export interface Measured {
	about: string;
	figures: Figure[];
}

const verdicts = { true: 'met', false: '**not met**', undefined: '–' } as const;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const rowOf = (figure: Figure): string =>
	line([
		figure.name,
		targetOf(figure),
		measuredOf(figure),
		verdicts[String(isMet(figure)) as keyof typeof verdicts],
	]);

function table(figures: readonly Figure[]): string {
	const head = [line(['figure', 'target', 'measured', 'met']), line(['---', '---', '---', '---'])];
	return [...head, ...figures.map(rowOf)].join('\n');
}

export function asText(figures: readonly Figure[]): string {
	return figures.map(rowOf).join('\n');
}

function machine(): string {
	const [first] = os.cpus();
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	const { n8n, node } = pinnedVersions();
	return `${first?.model.trim()}, ${os.cpus().length} cores, ${memory} GB of memory, ${os.type()}; Node ${node}, n8n ${n8n}, undici ${undiciVersion()}`;
}

function undiciVersion(): string {
	const file = require.resolve('undici/package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

const aboutOf = ({ about, figures }: Measured): string => `${about}\n\n${table(figures)}`;

export async function writeResults(all: readonly Measured[], rounds: number): Promise<void> {
	const figures = all.flatMap((each) => each.figures);
	const promised = figures.filter(({ target }) => target !== undefined);
	const met = promised.filter((figure) => isMet(figure));
	const text = `# What the package costs

Made by \`npm run bench\`. Medians of ${rounds}, least and most in brackets; client, service and n8n are processes of one
machine and talk over loopback. CPU is user and system time of the process that is named, all its threads together.

Machine: ${machine()}.

${met.length} of ${promised.length} targets are met. Rows without a target say what the others are made of.

${all.map(aboutOf).join('\n\n')}
`;
	const config = { ...(await resolveConfig(__filename)), parser: 'markdown' };
	await writeFile(join(__dirname, 'RESULTS.md'), await format(text, config));
}
