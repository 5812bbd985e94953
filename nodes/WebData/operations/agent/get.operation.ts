// Look at a run as it is, running or ended. Specification: GET /v2/agent/{jobId}.

import { z } from 'zod';
import { getRun } from '../../api/agentRequests';
import { jobId } from '../../api/contract/agent';
import { defineOperation } from '../operation';
import { jobIdField } from './ids.fields';
import { runParts } from './reading';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get agent run',
	description: 'Look at a run as it is at this moment, whether it goes on or has ended',
	fields: [jobIdField],
	simplifies: true,
	input: z.object({ jobId }).strict(),
	toRequest: (values) => getRun(values.jobId),
	read: (answer, { simplify }, values) => runParts({ ...answer, id: values.jobId }, simplify),
});
