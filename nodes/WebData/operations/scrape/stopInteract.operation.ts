// End the browser session of a scrape, so that it stops costing credits.

import { stopInteractRequest } from '../../api/contract/scrape';
import { defineOperation } from '../operation';
import { scrapeIdField } from './scrapeId.field';

const SERVICE_TIMEOUT_MS = 60_000;

export const stopInteract = defineOperation({
	value: 'stopInteract',
	name: 'Stop Interact',
	action: 'Stop interaction with scraped page',
	description: 'End the browser session that Interact opened, and save its profile',
	fields: [scrapeIdField],
	input: stopInteractRequest,
	toRequest: ({ scrapeId }) => ({
		endpoint: 'interact',
		method: 'DELETE',
		path: ['scrape', scrapeId, 'interact'],
		replay: 'safe',
		serviceTimeoutMs: SERVICE_TIMEOUT_MS,
	}),
});
