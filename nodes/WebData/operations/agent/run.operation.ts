// Start an agent run and wait for its end.

import { runToEnd } from '../../api/jobs/followJob';
import { defineOperation } from '../operation';
import { followOptions, waitFields } from '../common/jobWait.fields';
import { runItem, runNotices, runParts } from './output';
import { startOptionsWith, taskFields } from './start.fields';
import { followSettings, followValues, startRequest, startValues } from './input';

/** Runs take their time at the service, not here: so many can be followed at once. */
export const MAX_PARALLEL_RUNS = 500;

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
	maxParallel: MAX_PARALLEL_RUNS,
	input,
	toRequest: ({
		maxWait: _m,
		whenMaxWaitIsOver: _w,
		pollInterval: _p,
		cancelOnStop: _c,
		...start
	}) => startRequest(start),
	execute: (request, session, values) => runToEnd(request, session, followSettings(values)),
	toParts: (answer, { simplify }) => runParts(answer, simplify),
	notices: runNotices,
});
