import { startedJob } from '../../api/agent/agentResponse';
import { agentJob } from '../../api/agent/job';
import { startOnce } from '../../api/jobs/startOnce';
import { cancelOnStopField } from '../common/jobWait.fields';
import { cancelOnStopValue, withoutJobWait } from '../common/jobWait';
import { defineOperation } from '../operation';
import { startValues, toStartRequest } from './input';
import { startOptions, taskFields } from './start.fields';
import { optionsField } from '../common/options.fields';

export const start = defineOperation({
	value: 'start',
	name: 'Start',
	action: 'Start agent run',
	description: 'Give an agent a research task without waiting for the result',
	toolDescription:
		'Gives a research task to an agent that searches and reads the web on its own, and returns the job ID immediately. The result takes minutes. Get the result later with the job ID. Costs credits, so start one run per task.',
	fields: [...taskFields, optionsField([...startOptions, cancelOnStopField(agentJob.name)])],
	output: startedJob,
	input: startValues.extend(cancelOnStopValue),
	toRequest: (values) => toStartRequest(withoutJobWait(values)),
	execute: (request, session, { cancelOnStop }) =>
		startOnce(agentJob, request, session, cancelOnStop),
});
