import type { INodeProperties } from 'n8n-workflow';
import { CONTAINS_UUID } from '../common/jobId.fields';

const idField = (
	displayName: string,
	name: string,
	thing: string,
	searchListMethod: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select a ${thing}…`,
			typeOptions: { searchListMethod, searchable: true },
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
						errorMessage: `Must contain the ID of a ${thing}, which is a UUID`,
					},
				},
			],
		},
	],
});

export const monitorIdField = idField(
	'Monitor',
	'monitorId',
	'monitor',
	'searchMonitors',
	'ID of the monitor, from the output of Create or Get Many',
);

export const checkIdField = idField(
	'Check',
	'checkId',
	'check',
	'searchChecks',
	"ID of the check, from the output of Run or Get Checks, or from 'checkId' of a webhook event",
);
