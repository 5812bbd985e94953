import type { Cell } from './cell';
import type { FaultKind } from './faultKinds';
import type { Subject } from './operations';

export interface CellResult {
	subject: Subject;
	fault: FaultKind;
	cell: Cell;
}

export const COMMAND =
	'WRITE_FAULT_TABLE=1 npx jest --selectProjects fast --testPathPatterns test/faults/faults';

const head = `# Faults

The test runs every operation of the built node with every fault, over real connections to the local service. The test
advances the clocks and timers. To repeat the test:

\`\`\`
npm run build && ${COMMAND}
\`\`\`

- **Outcome**: \`ok\`, or the \`reason\` in the details of the error. \`expected.ts\` derives the expected
  outcomes from the rules of the specification, not from this output.
- **Requests**: the number of the operation's requests that reached the service. With \`ok\`, all requests except one were retries.
- **Executed**: how often the service did work that is charged or cannot be undone: charged pages and minutes, executed
  catalog calls, started runs, and canceled runs. A dash means that the service does not count this work.
- **After Retry On Fail**: the same number after n8n has retried the node without the fault.

The node's timeouts end stalled responses. During a restart, a relay in front of the service closes its connections, refuses
new ones, and then accepts them again, while the service keeps its state. n8n's own lookup resolves names, and
every lookup of a name fails here. The start and the polls of a run use the same host, so DNS and TLS faults are only listed
for the start.

A scrape has no key, because the specification defines \`x-request-id\` only for catalog calls. A scrape whose response was
lost is therefore sent and charged again. Every client that follows the retry rules does this.`;

const cellsOf = ({ fault, cell }: CellResult): string[] => [
	fault.name,
	cell.outcome,
	String(cell.requests),
	cell.executions === undefined ? '–' : String(cell.executions),
	cell.afterRetry === undefined ? '' : String(cell.afterRetry),
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const tableOf = (
	name: string,
	columns: readonly string[],
	rows: readonly (readonly string[])[],
): string =>
	[
		`## ${name}`,
		'',
		line(columns),
		line(columns.map((_column, index) => (index < 2 ? '---' : '---:'))),
		...rows.map(line),
	].join('\n');

const COLUMNS = ['Fault', 'Outcome', 'Requests', 'Executed', 'After Retry On Fail'];

export function resultsOf(played: readonly CellResult[]): string {
	const names = [...new Set(played.map(({ subject }) => subject.name))];
	const tables = names.map((name) =>
		tableOf(name, COLUMNS, played.filter(({ subject }) => subject.name === name).map(cellsOf)),
	);
	return `${[head, ...tables].join('\n\n')}\n`;
}
