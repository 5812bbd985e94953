import type { Resource } from '../operation';
import { getActivity } from './getActivity.operation';
import { getConcurrency } from './getConcurrency.operation';
import { getCreditHistory } from './getCreditHistory.operation';
import { getCreditUsage } from './getCreditUsage.operation';
import { getQueueStatus } from './getQueueStatus.operation';

export const accountResource: Resource = {
	value: 'account',
	name: 'Account',
	defaultOperation: 'getCreditUsage',
	operations: [getCreditUsage, getCreditHistory, getQueueStatus, getConcurrency, getActivity],
};
