// Text schedules are converted to the same cron expressions as in recorded responses of the service.
import { failure } from '../answer';
import { customIssue, invalidBody } from '../schemas/details';
import type { ScheduleBody } from '../schemas/monitor';
import { nextRun, parseCron, type Cron } from './cron';

export interface Schedule {
	cron: string;
	timezone: string;
}

const MIN_INTERVAL_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

const UNSUPPORTED =
	"Unsupported schedule text. Try phrases like 'every 30 minutes', 'hourly', or 'daily at 9:00'";

const invalid = (message: string, field = 'text') =>
	invalidBody([customIssue(['schedule', field], message)]);

function timeOf(text: string): { hour: number; minute: number } {
	const match = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text);
	if (!match) throw invalid(UNSUPPORTED);
	const [, hours = '0', minutes = '0', half] = match;
	const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
	return { hour, minute: Number(minutes) };
}

function cronOfText(text: string, shift: number): string {
	const phrase = text.trim().toLowerCase();
	const minutes = /^every (\d+) minutes?(?: starting at :(\d{2}))?$/.exec(phrase);
	if (minutes) {
		const every = Number(minutes[1]);
		if (60 % every !== 0) throw invalid('Minute interval must divide evenly into 60');
		return `${Number(minutes[2] ?? 0) % every}-59/${every} * * * *`;
	}
	if (phrase === 'hourly' || phrase === 'every hour') return `${shift} * * * *`;
	const hours = /^every (\d+) hours?$/.exec(phrase);
	if (hours) {
		if (24 % Number(hours[1]) !== 0) throw invalid('Hour interval must divide evenly into 24');
		return `${shift} */${hours[1]} * * *`;
	}
	if (phrase === 'weekly' || phrase === 'every week') return `${shift} 0 * * 1`;
	const daily = /^(?:daily|every day)(?: at (.+))?$/.exec(phrase);
	if (!daily) throw invalid(UNSUPPORTED);
	if (daily[1] === undefined) return `${shift} 0 * * *`;
	const { hour, minute } = timeOf(daily[1]);
	return `${minute} ${hour} * * *`;
}

function checkedCron(text: string): Cron {
	try {
		return parseCron(text);
	} catch (error) {
		throw failure(400, (error as Error).message);
	}
}

function checkTimezone(timezone: string): void {
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: timezone });
	} catch {
		throw failure(400, `Invalid monitor schedule timezone: ${timezone}`);
	}
}

function runsFrom(at: number, { cron, timezone }: Schedule, count: number): number[] {
	const parsed = parseCron(cron);
	const runs: number[] = [];
	for (let run = at; runs.length < count; runs.push(run)) run = nextRun(parsed, timezone, run);
	return runs;
}

export function scheduleOf(body: ScheduleBody, shift: number, now: number): Schedule {
	const { cron, text, timezone = 'UTC' } = body;
	if (cron !== undefined && text !== undefined) {
		throw invalid('Schedule must include either cron or text, not both');
	}
	if (cron === undefined && text === undefined) {
		throw invalid('Schedule must include either cron or text', 'cron');
	}
	const schedule = { cron: cron ?? cronOfText(text ?? '', shift), timezone };
	checkedCron(schedule.cron);
	checkTimezone(timezone);
	const runs = runsFrom(now, schedule, 4);
	const isTooFrequent = runs.some(
		(run, index) => index > 0 && run - (runs[index - 1] ?? 0) < MIN_INTERVAL_MS,
	);
	if (isTooFrequent) {
		throw failure(400, 'Monitor schedule must not run more often than every 5 minutes');
	}
	return schedule;
}

export const nextRunOf = ({ cron, timezone }: Schedule, now: number): number =>
	nextRun(parseCron(cron), timezone, now);

export function runsPerMonth(schedule: Schedule, now: number): number {
	const [first = now, second = now] = runsFrom(now, schedule, 2);
	return Math.max(1, Math.round((30 * DAY_MS) / Math.max(1, second - first)));
}
