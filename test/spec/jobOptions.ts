import type { IDataObject, INodeParameters } from 'n8n-workflow';

type OptionRow = [name: string, options: INodeParameters, sent: IDataObject];

const unchanged = (name: string, value: INodeParameters | string): OptionRow => [
	name,
	{ [name]: value },
	{ [name]: value },
];

export const jobOptionRows = (...events: string[]): OptionRow[] => [
	[
		'webhook',
		{
			webhook: {
				url: 'https://example.com/hook',
				headers: { header: [{ name: 'X-A', value: '1' }] },
				metadata: { entry: [{ name: 'customer', value: '4711' }] },
				events,
			},
		},
		{
			webhook: {
				url: 'https://example.com/hook',
				headers: { 'X-A': '1' },
				metadata: { customer: '4711' },
				events,
			},
		},
	],
	unchanged('auditMetadata', { username: 'me' }),
	unchanged('threatProtection', { mode: 'normal' }),
	unchanged('origin', 'test'),
	unchanged('integration', 'n8n'),
];
