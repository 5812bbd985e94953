// Cancel a run. Specification: Agent errors, the two rows of 409.

import { z } from 'zod';
import { cancelRequest } from '../../api/agent/requests';
import { cancelRun } from '../../api/jobs/cancelJob';
import { jobId } from '../../api/agent/agentRequest';
import { openObject } from '../../api/schema/output';
import { defineOperation } from '../operation';
import { jobIdField } from './ids.fields';

export const cancel = defineOperation({
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel agent run',
	description: 'End a run before it has its result. One that has ended already is no failure.',
	toolDescription:
		'Ends a research run before it has its result. Needs the job ID. A run that has ended already stays as it is.',
	fields: [jobIdField],
	output: openObject({
		success: z.boolean(),
		id: z.string(),
		outcome: z.string().describe('cancelling, alreadyCancelling or alreadyFinished'),
		message: z.string(),
	}),
	input: z.object({ jobId }).strict(),
	toRequest: (values) => cancelRequest(values.jobId),
	execute: (_request, session, values) => cancelRun(values.jobId, session),
});
