import type { INodeProperties } from 'n8n-workflow';
import { uiOnly } from '../form/marks';

const specifyField = uiOnly({
	displayName: 'Specify Schedule',
	name: 'specifySchedule',
	type: 'options',
	default: 'text',
	options: [
		{ name: 'In Words', value: 'text', description: 'For example, daily at 9:00' },
		{ name: 'Using Cron', value: 'cron', description: 'For example, 0 9 * * 1-5' },
	],
	description: 'How to specify the schedule',
});

export const scheduleField: INodeProperties = {
	displayName: 'Schedule',
	name: 'schedule',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Schedule',
	description: 'When the service checks the targets, at most once every 5 minutes',
	options: [
		{
			displayName: 'Schedule',
			name: 'schedule',
			values: [
				specifyField,
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. daily at 9:00',
					description:
						'Interval in words, such as every 30 minutes, hourly, every 6 hours, daily at 9:00, or weekly. Use a number of minutes that divides evenly into 60, or a number of hours that divides evenly into 24.',
					displayOptions: { show: { specifySchedule: ['text'] } },
				},
				{
					displayName: 'Cron Expression',
					name: 'cron',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0 9 * * 1-5',
					description:
						'Five fields: minute, hour, day of the month, month, and day of the week. Use only numbers, *, commas, -, and /.',
					displayOptions: { show: { specifySchedule: ['cron'] } },
				},
				{
					displayName: 'Time Zone',
					name: 'timezone',
					type: 'string',
					default: '',
					placeholder: 'e.g. Europe/Berlin',
					description: "IANA time zone of the schedule. The service's default is UTC.",
				},
			],
		},
	],
};
