import type { INodeProperties } from 'n8n-workflow';

export const scrapeIdField: INodeProperties = {
	displayName: 'Scrape ID',
	name: 'scrapeId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.metadata.scrapeId }}',
	description: "Scrape ID, from 'metadata.scrapeId' in the output of Scrape",
};
