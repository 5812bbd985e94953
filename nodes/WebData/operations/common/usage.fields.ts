import type { INodeProperties } from 'n8n-workflow';
import { integrationField } from './integration.field';

/** The product to which the service assigns a request. */
export const usageFields: readonly INodeProperties[] = [
	integrationField,
	{
		displayName: 'Origin',
		name: 'origin',
		type: 'string',
		default: '',
		placeholder: 'e.g. nightly-enrichment',
		description: 'Source that the service counts the request under',
	},
];
