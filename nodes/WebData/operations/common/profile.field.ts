import type { INodeProperties } from 'n8n-workflow';

interface Profile {
	displayName: string;
	uses: 'Scrapes' | 'Sessions';
	ended: 'deleted' | 'stopped';
}

export const profileField = ({ displayName, uses, ended }: Profile): INodeProperties => ({
	displayName,
	name: 'profile',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: `Browser storage, such as cookies and logins, that is kept between ${uses.toLowerCase()}`,
	options: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. shop-login',
			description: `Name of the profile, from 1 to 128 characters. ${uses} with the same profile name share their browser storage.`,
		},
		{
			displayName: 'Save Changes',
			name: 'saveChanges',
			type: 'boolean',
			default: true,
			description: `Whether to save the browser storage when the session is ${ended}. Only one session at a time can save.`,
		},
	],
});
