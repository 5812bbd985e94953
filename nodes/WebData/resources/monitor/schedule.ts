import { fieldOf, objectOf, propertiesOf } from '../../form/field';
import { choice, text } from '../../form/form';
import { textUpTo } from '../../form/values';
import { type Issue, type JsonObject, omitUndefined } from '../../json/json';

/**
 * A new monitor has these fields without a group, because n8n finds an empty required field before it publishes a
 * workflow, but not in a group that is missing.
 */
export const scheduleFields = {
	specifySchedule: choice(
		'Specify Schedule',
		'How to specify the schedule. The minimum interval is 5 minutes.',
		'text',
		{
			text: ['In Words', 'For example, daily at 9:00'],
			cron: ['Using Cron', 'For example, 0 9 * * 1-5'],
		},
		{ role: 'formOnly' },
	),
	text: text('Schedule in Words', 'Interval in words, such as hourly or daily at 9:00', {
		required: true,
		maxLength: 128,
		placeholder: 'e.g. daily at 9:00',
		details:
			'Other examples are every 30 minutes, every 6 hours, and weekly. Use a number of minutes that divides evenly into 60, or a number of hours that divides evenly into 24.',
		// When n8n publishes a workflow, it knows only stored values, and a default is not stored.
		displayOptions: { hide: { specifySchedule: ['cron'] } },
	}),
	cron: text(
		'Cron Expression',
		'Five fields: minute, hour, day of the month, month, and day of the week',
		{
			required: true,
			schema: textUpTo(128)
				.transform((expression) => expression.trim().replace(/\s+/g, ' '))
				.refine(
					(expression) => /^[\d*,/-]+( [\d*,/-]+){4}$/.test(expression),
					'must consist of five fields with numbers, *, commas, -, and /, as in 0 9 * * 1-5',
				),
			placeholder: 'e.g. 0 9 * * 1-5',
			details: 'Use only numbers, *, commas, -, and /.',
			displayOptions: { show: { specifySchedule: ['cron'] } },
		},
	),
	timezone: text('Time Zone', 'IANA time zone of the schedule, by default UTC', {
		placeholder: 'e.g. Europe/Berlin',
	}),
};

export interface ScheduleValues {
	text?: string;
	cron?: string;
	timezone?: string;
}

export function scheduleConflicts({ text: words, cron }: ScheduleValues): Issue[] {
	if ((cron === undefined) !== (words === undefined)) return [];
	return cron === undefined
		? [{ path: ['text'], message: 'is required' }]
		: [{ path: ['cron'], message: 'cannot be combined with a text' }];
}

/** Separates the fields of a new schedule from the other values of a monitor. */
export const withSchedule = <Values extends JsonObject>({
	text: words,
	cron,
	timezone,
	...values
}: Values & ScheduleValues): JsonObject => {
	const schedule = omitUndefined({ text: words, cron, timezone });
	return Object.keys(schedule).length === 0 ? values : { schedule, ...values };
};

/** The schedule of an existing monitor. */
export const schedule = fieldOf(
	[
		'Schedule',
		'When the service checks the targets, at most once every 5 minutes',
		{ placeholder: 'Set Schedule' },
	],
	{
		type: 'fixedCollection',
		default: {},
		options: [{ displayName: 'Schedule', name: 'schedule', values: propertiesOf(scheduleFields) }],
	},
	() =>
		objectOf(scheduleFields).superRefine((values, context) => {
			for (const { path, message } of scheduleConflicts(values)) {
				context.addIssue({ code: 'custom', path: [...path], message });
			}
		}),
);
