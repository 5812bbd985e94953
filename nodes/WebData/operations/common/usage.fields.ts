import type { INodeProperties } from 'n8n-workflow';
import { integrationField } from './integration.field';

export const originField: INodeProperties = {
	displayName: 'Origin',
	name: 'origin',
	type: 'string',
	default: '',
	placeholder: 'e.g. nightly-enrichment',
	description: "Name of the request source for the service's usage statistics",
};

/** Fields that identify the source of a request in the service's usage statistics. */
export const usageFields: readonly INodeProperties[] = [integrationField, originField];
