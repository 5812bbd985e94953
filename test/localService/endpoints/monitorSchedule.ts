// Text schedules are converted to the same cron expressions as in recorded responses of the service.
import { Cron } from 'croner';
import { failure } from '../answer';
import { customIssue, invalidBody } from '../schemas/details';
import type { ScheduleBody } from '../schemas/monitor';

export interface Schedule {
	cron: string;
	timezone: string;
}

const MIN_INTERVAL_MS = 5 * 60_000;
const MONTH_MS = 30 * 86_400_000;

const UNSUPPORTED =
	"Unsupported schedule text. Try phrases like 'every 30 minutes', 'hourly', or 'daily at 9:00'";

const invalid = (message: string, field = 'text') =>
	invalidBody([customIssue(['schedule', field], message)]);

function cronOfText(text: string, shift: number): string {
	const phrase = text.trim().toLowerCase();
	const [, minutes, offset] = /^every (\d+) minutes?(?: starting at :(\d{2}))?$/.exec(phrase) ?? [];
	if (minutes) {
		if (60 % Number(minutes) !== 0) throw invalid('Minute interval must divide evenly into 60');
		return `${Number(offset ?? 0) % Number(minutes)}-59/${minutes} * * * *`;
	}
	if (/^(hourly|every hour)$/.test(phrase)) return `${shift} * * * *`;
	const hours = /^every (\d+) hours?$/.exec(phrase)?.[1];
	if (hours) {
		if (24 % Number(hours) !== 0) throw invalid('Hour interval must divide evenly into 24');
		return `${shift} */${hours} * * *`;
	}
	if (/^(weekly|every week)$/.test(phrase)) return `${shift} 0 * * 1`;
	if (/^(daily|every day)$/.test(phrase)) return `${shift} 0 * * *`;
	const time = /^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(phrase);
	if (!time) throw invalid(UNSUPPORTED);
	const [, hour = '', minute = '0', half] = time;
	const hour24 = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
	return `${Number(minute)} ${hour24} * * *`;
}

function parsed({ cron, timezone }: Schedule): Cron {
	if (cron.trim().split(/\s+/).length !== 5) {
		throw failure(400, 'Cron expression must contain five fields');
	}
	try {
		return new Cron(cron, { timezone, paused: true });
	} catch {
		throw failure(400, 'Invalid cron field');
	}
}

function runsFrom(at: number, schedule: Schedule, count: number): number[] {
	return parsed(schedule)
		.nextRuns(count, new Date(at))
		.map((run) => run.getTime());
}

export function nextRunOf(schedule: Schedule, now: number): number {
	return runsFrom(now, schedule, 1)[0] ?? Infinity;
}

export function runsPerMonth(schedule: Schedule, now: number): number {
	const [first = now, second = now] = runsFrom(now, schedule, 2);
	return Math.max(1, Math.round(MONTH_MS / Math.max(1, second - first)));
}

function checkTimezone(timezone: string): void {
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: timezone });
	} catch {
		throw failure(400, `Invalid monitor schedule timezone: ${timezone}`);
	}
}

/** `shift` is the minute at which schedules without a time start. */
export function scheduleOf(body: ScheduleBody, shift: number, now: number): Schedule {
	const { cron, text, timezone = 'UTC' } = body;
	if (cron !== undefined && text !== undefined) {
		throw invalid('Schedule must include either cron or text, not both');
	}
	if (cron === undefined && text === undefined) {
		throw invalid('Schedule must include either cron or text', 'cron');
	}
	checkTimezone(timezone);
	const schedule = { cron: cron ?? cronOfText(text ?? '', shift), timezone };
	const runs = runsFrom(now, schedule, 4);
	if (runs.some((run, index) => run - (runs[index - 1] ?? -Infinity) < MIN_INTERVAL_MS)) {
		throw failure(400, 'Monitor schedule must not run more often than every 5 minutes');
	}
	return schedule;
}
