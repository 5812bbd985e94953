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
		"Gets the status and result of a research run by its job ID. With the status 'completed', the result is in 'data'. With 'processing', there is no result yet, so try again later. With 'failed', the reason is in 'failure'.",
	fields: [agentJobIdField],
	simplifies: true,
	output: jobItem,
	input: z.object({ jobId }).strict(),
	toRequest: (values) => agentJob.poll(values.jobId),
	toParts: (response, { simplify }, values) =>
		toJobParts({ ...response, jobId: values.jobId }, simplify),
});
