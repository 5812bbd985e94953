import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_SIGNATURE_HEADER = 'X-Firecrawl-Signature';

/** The notice is always visible, because n8n forms cannot check whether the credential contains a webhook secret. */
export const secretNotice: INodeProperties = {
	displayName:
		"Without 'Webhook Secret' in the credential, the node does not verify events. Anyone who knows the URL can start the workflow.",
	name: 'secretNotice',
	type: 'notice',
	default: '',
};

export const deliveryOptions: readonly INodeProperties[] = [
	{
		displayName: 'Read Status',
		name: 'readStatus',
		type: 'boolean',
		default: false,
		description:
			"Whether to read the current job status from the service before the workflow starts. Each item then contains the status in 'current'. Free of charge.",
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		default: DEFAULT_SIGNATURE_HEADER,
		placeholder: `e.g. ${DEFAULT_SIGNATURE_HEADER}`,
		description:
			"Name of the header that contains the event signature. Used only if the credential contains a 'Webhook Secret'.",
	},
];
