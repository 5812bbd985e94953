// Start an agent run and wait for its end.

import { runToEnd } from '../../api/agentRun';
import { defineOperation } from '../operation';
import { followOptions, waitFields } from './follow.fields';
import { runItem, runNotices, runParts } from './reading';
import { startOptionsWith, taskFields } from './start.fields';
import { followSettings, followValues, startRequest, startValues } from './values';

/** Runs take their time at the service, not here: so many can be followed at once. */
export const RUNS_SIDE_BY_SIDE = 500;

const input = startValues.extend(followValues);

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Run agent and wait for result',
	description: 'Let an agent research the web, and wait until it has the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web by itself, and waits for the result, which takes minutes. Costs credits, so use it for what reading single pages cannot answer, once for each task.',
	fields: [
		...taskFields,
		...waitFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: startOptionsWith(followOptions),
		},
	],
	simplifies: true,
	output: runItem,
	sideBySide: RUNS_SIDE_BY_SIDE,
	input,
	toRequest: ({
		maxWait: _m,
		whenMaxWaitIsOver: _w,
		pollInterval: _p,
		cancelOnStop: _c,
		...start
	}) => startRequest(start),
	carryOut: (request, session, values) => runToEnd(request, session, followSettings(values)),
	read: (answer, { simplify }) => runParts(answer, simplify),
	notices: runNotices,
});
