const MINUTE_MS = 60_000;
const MAX_MINUTES = 366 * 24 * 60;

const ranges: readonly (readonly [number, number])[] = [
	[0, 59],
	[0, 23],
	[1, 31],
	[1, 12],
	[0, 7],
];

function valuesOf(field: string, [min, max]: readonly [number, number]): Set<number> {
	const values = new Set<number>();
	for (const part of field.split(',')) {
		const match = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part);
		if (!match) throw new Error('Invalid cron field');
		const [, range = '*', step = '1'] = match;
		const [from = min, to = from] = range === '*' ? [min, max] : range.split('-').map(Number);
		if (from < min || to > max) throw new Error('Invalid cron field');
		for (let value = from; value <= to; value += Number(step)) values.add(value);
	}
	return values;
}

export interface Cron {
	fields: Set<number>[];
}

export function parseCron(text: string): Cron {
	const fields = text.trim().split(/\s+/);
	if (fields.length !== 5) throw new Error('Cron expression must contain five fields');
	return { fields: fields.map((field, index) => valuesOf(field, ranges[index] ?? [0, 59])) };
}

/**
 * Returns the offset of the time zone from UTC in milliseconds. The offset is positive east of UTC.
 */
function offsetMs(timezone: string, at: number): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
	}).formatToParts(at);
	const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
	const local = Date.UTC(
		number('year'),
		number('month') - 1,
		number('day'),
		number('hour'),
		number('minute'),
	);
	return local - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

function matches({ fields }: Cron, localMs: number): boolean {
	const date = new Date(localMs);
	const weekday = date.getUTCDay();
	const [minutes, hours, days, months, weekdays] = fields;
	return (
		minutes?.has(date.getUTCMinutes()) === true &&
		hours?.has(date.getUTCHours()) === true &&
		days?.has(date.getUTCDate()) === true &&
		months?.has(date.getUTCMonth() + 1) === true &&
		(weekdays?.has(weekday) === true || (weekday === 0 && weekdays?.has(7) === true))
	);
}

export function nextRun(cron: Cron, timezone: string, at: number): number {
	const offset = offsetMs(timezone, at);
	let time = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
	for (let minute = 0; minute < MAX_MINUTES; minute++, time += MINUTE_MS) {
		if (matches(cron, time + offset)) return time;
	}
	throw new Error('Invalid cron field');
}
