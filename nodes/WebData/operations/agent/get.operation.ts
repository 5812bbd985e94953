// Look at a run as it is, running or ended. Specification: GET /v2/agent/{jobId}.

import { z } from 'zod';
import { getRun } from '../../api/agent/requests';
import { jobId } from '../../api/agent/agentRequest';
import { defineOperation } from '../operation';
import { jobIdField } from './ids.fields';
import { runItem, runParts } from './output';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get agent run',
	description: 'Look at a run as it is at this moment, whether it goes on or has ended',
	toolDescription:
		"Looks at a research run by its job ID. With the status 'completed' the result is in 'data'; with 'processing' there is none yet, so look again later; with 'failed' the reason is in 'failure'.",
	fields: [jobIdField],
	simplifies: true,
	output: runItem,
	input: z.object({ jobId }).strict(),
	toRequest: (values) => getRun(values.jobId),
	toParts: (answer, { simplify }, values) => runParts({ ...answer, id: values.jobId }, simplify),
});
