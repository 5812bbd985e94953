import {
	failureOfCatalogCall,
	missingCallFailure,
} from '../../nodes/WebData/api/catalog/callError';
import { catalogEntry } from '../spec/answers';
import type { ResourceCases } from './operationCase';
import { anyFields } from './samples';

const conversion = {
	provider: 'rates',
	capability: 'convert',
	options: { amount: 1, from: 'EUR', to: 'USD' },
};

export const catalog: ResourceCases = {
	call: {
		parameters: () => ({ specifyCalls: 'json', catalogJson: JSON.stringify([conversion]) }),
		request: 'POST /v2/scrape',
		repeat: 'replayed',
		credits: 5,
		executions: ({ executions }) => executions.length,
		output: ['provider', 'capability', 'creditsCost', 'data'],
		samples: [
			{ ...catalogEntry, data: anyFields, totalCreditsCost: 5, scrapeId: 'a', requestId: 'a' },
		],
		rows: { callMissing: missingCallFailure, callFailed: failureOfCatalogCall({}) },
	},
};
