import type { ResourceCases } from './operationCase';

export const map: ResourceCases = {
	map: {
		parameters: ({ site }) => ({ url: site, limit: 1 }),
		request: 'POST /v2/map',
		repeat: 'paidAgain',
		credits: 1,
		executions: ({ charged }) => charged,
		output: ['success', 'links'],
		samples: [
			{ success: true, id: 'a', links: [{ url: 'a', title: 'a', description: 'a' }], warning: 'a' },
		],
	},
};
