import { z } from 'zod';
import { jobId } from '../../api/agent/agentRequest';
import { agentJob } from '../../api/agent/job';
import { followJob } from '../../api/jobs/followJob';
import { waitFields, waitOptions } from '../common/jobWait.fields';
import { followSettings, jobWaitValues, MAX_PARALLEL_JOBS } from '../common/jobWait';
import { jobNotices } from '../common/jobNotices';
import { defineOperation } from '../operation';
import { agentJobIdField } from './ids.fields';
import { jobItem, toJobParts } from './output';
import { optionsField } from '../common/options.fields';

export const wait = defineOperation({
	value: 'wait',
	name: 'Wait',
	action: 'Wait for agent run',
	description: 'Poll an agent run until it finishes, and return its result',
	toolDescription:
		"Waits until a research run that was started earlier has ended, which can take minutes, and returns the result in 'data'. Needs the job ID.",
	fields: [agentJobIdField, ...waitFields(agentJob.name), optionsField(waitOptions(agentJob.name))],
	simplifies: true,
	output: jobItem,
	maxParallel: MAX_PARALLEL_JOBS,
	input: z.object({ jobId, ...jobWaitValues }).strict(),
	toRequest: (values) => agentJob.poll(values.jobId),
	execute: (_request, session, values) =>
		followJob(agentJob, values.jobId, session, followSettings(values)),
	toParts: (response, { simplify }) => toJobParts(response, simplify),
	notices: (response) => jobNotices(agentJob, response),
});
