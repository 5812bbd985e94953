import type { FollowSettings } from '../client/jobs/follow';
import {
	choice,
	type Choices,
	choices,
	collection,
	flag,
	number,
	text,
	type ValuesOf,
} from '../form/form';
import { nameValues } from '../form/rows';
import { headers, httpUrl } from '../form/values';

const maxWait = (job: string) =>
	number('Max Wait (Seconds)', `Seconds to wait for the ${job}`, {
		role: 'own',
		min: 1,
		max: 86_400,
		default: 600,
		details: 'From 1 to 86,400.',
	});

const whenMaxWaitIsOver = <Cancel extends string>(job: string, cancel: Choices<Cancel>) =>
	choice(
		'When Max Wait Is Over',
		`How to proceed if the ${job} has not finished yet`,
		'error',
		{
			error: [
				'Fail and Keep Running',
				`Fail the item. The ${job} continues, and this node attaches to it on the next attempt.`,
			],
			unfinished: [
				'Return Status',
				`Return the last known status, so that a later node can wait for the ${job}`,
			],
			...cancel,
		},
		{ role: 'own' },
	);

/** `canceled` says what remains of a job that is canceled when the maximum wait is over. */
export const waitFields = (job: string, canceled: 'nothing' | 'pages' = 'nothing') => ({
	maxWait: maxWait(job),
	whenMaxWaitIsOver: whenMaxWaitIsOver(job, {
		cancel:
			canceled === 'pages'
				? [
						'Cancel and Return Pages',
						`Cancel the ${job} and return the pages that are ready. Fails if no page is ready.`,
					]
				: ['Cancel and Fail', `Cancel the ${job} and fail the item`],
	}),
});

/** For a job that the service cannot cancel. */
export const waitFieldsWithoutCancel = (job: string) => ({
	maxWait: maxWait(job),
	whenMaxWaitIsOver: whenMaxWaitIsOver(job, {}),
});

export const cancelOnStop = (job: string) =>
	flag('Cancel on Stop', `Whether to cancel the ${job} when the execution is stopped`, {
		role: 'own',
		default: true,
	});

export const waitOptions = (job: string) => ({
	pollInterval: number('Poll Interval (Seconds)', 'Seconds between status checks', {
		role: 'own',
		min: 1,
		max: 300,
		default: 10,
		details: 'From 1 to 300. The first checks are more frequent.',
	}),
	cancelOnStop: cancelOnStop(job),
});

export const followSettings = (
	values: ValuesOf<ReturnType<typeof waitFields> & ReturnType<typeof waitOptions>>,
): FollowSettings => ({
	intervalMs: values.pollInterval * 1000,
	maxWaitMs: values.maxWait * 1000,
	onTimeout: values.whenMaxWaitIsOver,
	cancelOnStop: values.cancelOnStop,
});

/** The service sends all events if the request contains no list of events. */
export const webhook = <Event extends string>(
	job: string,
	events: Choices<Event>,
	placeholder = 'e.g. {{ $execution.resumeUrl }}',
) =>
	collection('Webhook', `Sends the events of the ${job} to a URL`, {
		url: text('Webhook URL', 'URL that receives the events', {
			needed: true,
			schema: httpUrl,
			placeholder,
		}),
		headers: nameValues(
			'Webhook Headers',
			'Headers for each webhook request',
			'Webhook Header',
			['X-Token', 'abc'],
			{ schema: headers },
		),
		metadata: nameValues('Metadata', 'Values to send with each event', 'Entry', [
			'customer',
			'4711',
		]),
		events: choices(
			'Events',
			'Events to send, by default all. To resume an execution, select only final events.',
			events,
		),
	});
