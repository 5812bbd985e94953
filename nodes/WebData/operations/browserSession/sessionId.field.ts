import type { INodeProperties } from 'n8n-workflow';
import { CONTAINS_UUID } from '../common/jobId.fields';

export const sessionIdField: INodeProperties = {
	displayName: 'Session',
	name: 'sessionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'ID of the browser session, from the output of Create or Get Many',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a session…',
			typeOptions: { searchListMethod: 'searchSessions', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: CONTAINS_UUID,
						errorMessage: 'Must contain the ID of a browser session, which is a UUID',
					},
				},
			],
		},
	],
};
