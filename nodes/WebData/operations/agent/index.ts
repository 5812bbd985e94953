import type { Resource } from '../operation';
import { cancel } from './cancel.operation';
import { get } from './get.operation';
import { getSnapshot } from './getSnapshot.operation';
import { getTrace } from './getTrace.operation';
import { searchRuns, searchSnapshots } from './pickers';
import { run } from './run.operation';
import { start } from './start.operation';
import { wait } from './wait.operation';

export const agentResource: Resource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: 'run',
	operations: [run, start, wait, get, getTrace, getSnapshot, cancel],
	pickers: { searchRuns, searchSnapshots },
};
