import {
	failureOfCatalogCall,
	missingCallFailure,
} from '../../nodes/WebData/resources/catalog/service';
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
		output: ['data.catalog', 'data.creditsCost', 'requestId'],
		samples: [
			{
				success: true,
				scrape_id: 'a',
				data: { catalog: [{ ...catalogEntry, data: anyFields }], creditsCost: 5 },
				requestId: 'a',
			},
		],
		rows: { callMissing: missingCallFailure, callFailed: failureOfCatalogCall({}) },
	},
};
