import { z } from 'zod';
import { jobId } from '../../api/agent/agentRequest';
import { agentJob } from '../../api/agent/job';
import { cancelJob, cancelRequestOf } from '../../api/jobs/cancelJob';
import { openObject } from '../../api/schema/output';
import { defineOperation } from '../operation';
import { agentJobIdField } from './ids.fields';

export const cancel = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel agent run',
	description: 'End an agent run. Succeeds even if the run has already ended.',
	toolDescription:
		'Cancels a research run. Needs the job ID. Does not change a run that has already ended.',
	fields: [agentJobIdField],
	output: openObject({
		success: z.boolean(),
		jobId: z.string(),
		outcome: z.string().describe('cancelling, alreadyCancelling, or alreadyFinished'),
		message: z.string(),
	}),
	input: z.object({ jobId }).strict(),
	toRequest: (values) => cancelRequestOf(agentJob, values.jobId),
	execute: (_request, session, values) => cancelJob(agentJob, values.jobId, session),
});
