export interface TimeFilter {
	/** `from` and `until` are in milliseconds since the epoch. */
	from: number;
	until: number;
	newestFirst: boolean;
}

const HOUR_MS = 3_600_000;

const periodsMs: Record<string, number> = {
	h: HOUR_MS,
	d: 24 * HOUR_MS,
	w: 7 * 24 * HOUR_MS,
	m: 31 * 24 * HOUR_MS,
	y: 366 * 24 * HOUR_MS,
};

/** Ignores unknown parts of the search parameter `tbs`. */
export function timeFilterOf(tbs: string | undefined, now: number): TimeFilter {
	const filter = { from: -Infinity, until: Infinity, newestFirst: false };
	for (const part of (tbs ?? '').split(',')) {
		const [name, value = ''] = part.split(':');
		if (name === 'qdr' && periodsMs[value]) filter.from = now - periodsMs[value];
		if (name === 'cd_min') filter.from = dayOf(value) ?? filter.from;
		if (name === 'cd_max') filter.until = (dayOf(value) ?? filter.until) + 24 * HOUR_MS;
		if (name === 'sbd') filter.newestFirst = value === '1';
	}
	return filter;
}

function dayOf(text: string): number | undefined {
	const [month = NaN, day = NaN, year = NaN] = text.split('/').map(Number);
	const time = Date.UTC(year, month - 1, day);
	return Number.isNaN(time) ? undefined : time;
}
