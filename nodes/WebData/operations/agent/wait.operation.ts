// Wait for the end of a run that exists.

import { z } from 'zod';
import { getRun } from '../../api/agentRequests';
import { followRun } from '../../api/agentRun';
import { jobId } from '../../api/contract/agent';
import { defineOperation } from '../operation';
import { followOptions, waitFields } from './follow.fields';
import { jobIdField } from './ids.fields';
import { runItem, runNotices, runParts } from './reading';
import { RUNS_SIDE_BY_SIDE } from './run.operation';
import { followSettings, followValues } from './values';

export const wait = defineOperation({
	value: 'wait',
	name: 'Wait',
	action: 'Wait for agent run',
	description: 'Follow a run that was started before until it has ended',
	toolDescription:
		"Waits until a research run that was started before has its result, which can take minutes, and returns it in 'data'. Needs the job ID.",
	fields: [
		jobIdField,
		...waitFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: followOptions,
		},
	],
	simplifies: true,
	output: runItem,
	sideBySide: RUNS_SIDE_BY_SIDE,
	input: z.object({ jobId, ...followValues }).strict(),
	toRequest: (values) => getRun(values.jobId),
	carryOut: (_request, session, values) => followRun(values.jobId, session, followSettings(values)),
	read: (answer, { simplify }) => runParts(answer, simplify),
	notices: runNotices,
});
