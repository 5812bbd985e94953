// Wait for the end of a run that exists.

import { z } from 'zod';
import { getRun } from '../../api/agent/requests';
import { followRun } from '../../api/jobs/followJob';
import { jobId } from '../../api/agent/agentRequest';
import { defineOperation } from '../operation';
import { followOptions, waitFields } from '../common/jobWait.fields';
import { jobIdField } from './ids.fields';
import { runItem, runNotices, runParts } from './output';
import { MAX_PARALLEL_RUNS } from './run.operation';
import { followSettings, followValues } from './input';

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
	maxParallel: MAX_PARALLEL_RUNS,
	input: z.object({ jobId, ...followValues }).strict(),
	toRequest: (values) => getRun(values.jobId),
	execute: (_request, session, values) => followRun(values.jobId, session, followSettings(values)),
	toParts: (answer, { simplify }) => runParts(answer, simplify),
	notices: runNotices,
});
