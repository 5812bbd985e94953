// Start an agent run and go on at once.

import { z } from 'zod';
import { startOnce } from '../../api/jobs/followJob';
import { startedRun } from '../../api/agent/agentResponse';
import { defineOperation } from '../operation';
import { startOptionsWith, taskFields } from './start.fields';
import { followOptions } from '../common/jobWait.fields';
import { startRequest, startValues } from './input';

const cancelOnStopField = followOptions.filter(({ name }) => name === 'cancelOnStop');

export const start = defineOperation({
	value: 'start',
	name: 'Start',
	action: 'Start agent run',
	description: 'Let an agent research the web, and go on without waiting for the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web by itself, and returns at once with the ID of the run. The result takes minutes: fetch it later with that ID. Costs credits, so start one run for each task.',
	fields: [
		...taskFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: startOptionsWith(cancelOnStopField),
		},
	],
	output: startedRun,
	input: startValues.extend({ cancelOnStop: z.boolean().default(true) }),
	toRequest: ({ cancelOnStop: _own, ...values }) => startRequest(values),
	execute: (request, session, { cancelOnStop }) => startOnce(request, session, cancelOnStop),
});
