import { agentJob } from '../../api/agent/job';
import { runJob } from '../../api/jobs/followJob';
import { waitFields, waitOptions } from '../common/jobWait.fields';
import {
	followSettings,
	jobWaitValues,
	MAX_PARALLEL_JOBS,
	withoutJobWait,
} from '../common/jobWait';
import { jobNotices } from '../common/jobNotices';
import { defineOperation } from '../operation';
import { startValues, toStartRequest } from './input';
import { jobItem, toJobParts } from './output';
import { startOptions, taskFields } from './start.fields';
import { optionsField } from '../common/options.fields';

export const run = defineOperation({
	value: 'run',
	name: 'Run',
	action: 'Run agent and wait for result',
	description: 'Give an agent a research task and return the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web on its own, and waits for the result, which takes minutes. Costs credits. Use this tool once per task, and only if single pages cannot answer the question.',
	fields: [
		...taskFields,
		...waitFields(agentJob.name),
		optionsField([...startOptions, ...waitOptions(agentJob.name)]),
	],
	simplifies: true,
	output: jobItem,
	maxParallel: MAX_PARALLEL_JOBS,
	input: startValues.extend(jobWaitValues),
	toRequest: (values) => toStartRequest(withoutJobWait(values)),
	execute: (request, session, values) => runJob(agentJob, request, session, followSettings(values)),
	toParts: (response, { simplify }) => toJobParts(response, simplify),
	notices: (response) => jobNotices(agentJob, response),
});
