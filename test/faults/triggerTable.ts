import type { FaultKind } from './faultKinds';
import { tableOf } from './table';
import type { StepCell } from './triggerCell';
import type { TriggerStep } from './triggerSteps';

export interface StepResult {
	step: TriggerStep;
	fault: FaultKind;
	cell: StepCell;
}

const head = `# Faults of the triggers

The test runs every request of the built triggers with every fault. The servers, the faults, and the clock are the same as for
the [operations](RESULTS.md). To repeat the test:

\`\`\`
npm run build && WRITE_FAULT_TABLE=1 npx jest --selectProjects fast --testPathPatterns test/faults/triggers
\`\`\`

- **Outcome**: \`ok\`, or the reason in the error or in n8n's log. \`triggerExpected.ts\` derives the expected outcomes from
  the rules of the specification and the limits of the step, not from this output.
- **Requests**: the number of affected requests that reached the service.
- **Executed** and **After the next attempt**: see the following table.

| Step | Limits | Executed | Next attempt | After the next attempt |
| --- | --- | --- | --- | --- |
| Activation, start of n8n | 3 tries, 30 s of waits | Active monitors that send events to the workflow | The user activates the workflow again | Active monitors: always 1 |
| Test | 3 tries, 30 s of waits | Started checks | n8n removes the registration | Active monitors: always 0 |
| Deactivation | 3 tries, 30 s of waits | Active monitors | The workflow is deactivated again | Active monitors: always 0 |
| End of a test | 3 tries, 30 s of waits | Monitors with the webhook of the active workflow | The test is ended again | The same number: always 1 |
| Event | 2 tries, 8 s | Executions that the event started | The service sends the event again | Executions: always 1 |
| Poll | 5 tries, 600 s of waits, 300 s | Charged pages | n8n polls again | Items for the changed pages: always one per page |

If n8n starts and the service does not respond, the trigger keeps its registration. An activation in the editor fails with the
error and its remedy. If a removal fails, the log contains the monitor that still runs. In all these cases, and after
a poll that fails, the state of the node is the same as before. With *Ignore and Log*, a failed page does not end the poll:
the other pages are output at once.

A poll that needs more than 300 seconds ends. The next poll checks the remaining pages. Scrapes have no key, so
a scrape whose response was lost is charged again.`;

const cellsOf = ({ fault, cell }: StepResult): string[] => [
	fault.name,
	cell.outcome,
	String(cell.requests),
	String(cell.executions),
	String(cell.again),
];

const COLUMNS = ['Fault', 'Outcome', 'Requests', 'Executed', 'After the next attempt'];

export function triggerResultsOf(played: readonly StepResult[]): string {
	const names = [...new Set(played.map(({ step }) => step.name))];
	const tables = names.map((name) =>
		tableOf(name, COLUMNS, played.filter(({ step }) => step.name === name).map(cellsOf)),
	);
	return `${[head, ...tables].join('\n\n')}\n`;
}
