// Formats RESULTS.md: a table with every fault for each operation.

import type { Cell } from './cell';
import type { Fault } from './faultKinds';
import type { Subject } from './operations';

export interface Played {
	subject: Subject;
	fault: Fault;
	cell: Cell;
}

export const COMMAND =
	'WRITE_FAULT_TABLE=1 npx jest --selectProjects fast --testPathPatterns test/faults/faults';

const head = `# Faults

Every operation of the built node against every fault, over real connections to the local service; clocks and
timers are moved on by the test. Made by:

\`\`\`
npm run build && ${COMMAND}
\`\`\`

- **Outcome**: \`ok\`, or the \`reason\` in the details of the error. The table of expectations that it is held against
  is \`expected.ts\`, made from the rules of the specification and not from this output.
- **Requests**: how many of the operation's requests reached the service. With \`ok\` the others were repeats.
- **Carried out**: how often the service did the work that costs something: pages and minutes charged, catalog calls
  executed, runs started, runs cancelled. A dash where nothing counts it.
- **After Retry On Fail**: the same number after n8n has tried the node again, the fault being gone.

Stalls end by the node's own time limits, whose timers are moved on; a restart is a relay before the service that breaks
its connections, refuses new ones and comes back, while the service keeps what it knows. Names are resolved by n8n's own
lookup, which here knows none. A run has one address for its start and its polls, so that DNS and TLS are with its start.

A scrape carries no key (the specification has \`x-request-id\` for catalog calls alone), so one whose answer was lost
is made again and costs again; so does every client that follows the retry rules.`;

const cellsOf = ({ fault, cell }: Played): string[] => [
	fault.name,
	cell.outcome,
	String(cell.requests),
	cell.carriedOut === undefined ? '–' : String(cell.carriedOut),
	cell.afterRetry === undefined ? '' : String(cell.afterRetry),
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableOf = (name: string, played: readonly Played[]): string =>
	[
		`## ${name}`,
		'',
		line(['Fault', 'Outcome', 'Requests', 'Carried out', 'After Retry On Fail']),
		line(['---', '---', '---:', '---:', '---:']),
		...played.map((each) => line(cellsOf(each))),
	].join('\n');

export function resultsOf(played: readonly Played[]): string {
	const names = [...new Set(played.map(({ subject }) => subject.name))];
	const tables = names.map((name) =>
		tableOf(
			name,
			played.filter(({ subject }) => subject.name === name),
		),
	);
	return `${[head, ...tables].join('\n\n')}\n`;
}
