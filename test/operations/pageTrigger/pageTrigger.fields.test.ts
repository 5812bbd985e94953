import type { INodeProperties } from 'n8n-workflow';
import { pageTriggerProperties } from '../../../nodes/WebData/operations';

it('Request Settings of the page trigger has no credit limit, because a poll is not an execution', () => {
	const settings = pageTriggerProperties.find(({ name }) => name === 'requestSettings');
	const names = (settings?.options as INodeProperties[]).map(({ name }) => name);
	expect(names.sort()).toEqual([
		'maxRequestsAtOnce',
		'maxResponseSize',
		'maxRetryWait',
		'maxTries',
	]);
});
