import type { IDataObject, INodeParameters } from 'n8n-workflow';

interface JobOptions {
	form: INodeParameters;
	sent: IDataObject;
}

/** Options that all jobs have, as stored in a workflow and as sent. */
export function jobOptions(...events: string[]): JobOptions {
	const url = 'https://example.com/hook';
	const unchanged = {
		auditMetadata: { username: 'me' },
		threatProtection: { mode: 'normal' },
		origin: 'test',
		integration: 'n8n',
	};
	const headers = { header: [{ name: 'X-A', value: '1' }] };
	const metadata = { entry: [{ name: 'customer', value: '4711' }] };
	return {
		form: { ...unchanged, webhook: { url, headers, metadata, events } },
		sent: {
			...unchanged,
			webhook: { url, headers: { 'X-A': '1' }, metadata: { customer: '4711' }, events },
		},
	};
}
