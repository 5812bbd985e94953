import { z } from 'zod';
import { jobId } from '../../api/agent/agentRequest';
import { agentJob } from '../../api/agent/job';
import { defineOperation } from '../operation';
import { agentJobIdField } from './ids.fields';
import { jobItem, toJobParts } from './output';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get agent run',
	description: 'Return the current status and result of an agent run',
	toolDescription:
		"Gets the status and result of a research run. Needs the job ID. If the status is 'completed', 'data' contains the result. If it is 'processing', try again later. If it is 'failed', 'failure' contains the reason.",
	fields: [agentJobIdField],
	simplifies: true,
	output: jobItem,
	input: z.object({ jobId }).strict(),
	toRequest: (values) => agentJob.poll(values.jobId),
	toParts: (response, { simplify }, values) =>
		toJobParts({ ...response, jobId: values.jobId }, simplify),
});
