import { activityRows } from '../../errors/rows/pageJob';
import { type JsonObject, nonEmptyText, objectsIn, parseUrl } from '../../json/json';
import { type Client, ServiceError, serviceError } from '../client';
import { readList } from '../lists';
import { defineRoute } from '../request';
import { DEFAULT_MAX_TRIES } from '../retry';
import { type FoundStart, validJobId } from './job';

/**
 * Accepted time difference between a start request and the creation of its job. The clocks of n8n and the service may
 * differ.
 */
const BEFORE_MS = 60_000;
/** Accepted difference if the service's `Date` header has shown the time on its clock. */
const BEFORE_BY_CLOCK_MS = 5_000;
const AFTER_MS = 300_000;
/** A new job may be missing from the activity log at first, so the lookup is repeated after these delays. */
const LOOKUP_DELAYS_MS = [1000, 4000] as const;

/** A start request whose response was lost. */
interface LostStart {
	/** URL of the job, if its kind has one. */
	url?: string;
	/** Time of the start request, in milliseconds since the epoch. */
	sentAt: number;
	/** Milliseconds by which the service's clock is ahead of n8n's clock, if known. */
	clockOffsetMs?: number;
	isTaken(jobId: string): boolean;
}

export const activityRoute = defineRoute('GET', 'team/activity', {
	errors: Object.values(activityRows),
});

const createdAt = ({ created_at: time }: JsonObject): number => Date.parse(String(time));

/** Returns the times between which the job was created, on the service's clock. */
const period = ({ sentAt, clockOffsetMs }: LostStart): { from: number; to: number } => {
	const at = sentAt + (clockOffsetMs ?? 0);
	const beforeMs = clockOffsetMs === undefined ? BEFORE_MS : BEFORE_BY_CLOCK_MS;
	return { from: at - beforeMs, to: at + AFTER_MS };
};

/** Returns the IDs of the entries that may be the job of the start request. */
export function startedJobs(entries: readonly JsonObject[], start: LostStart): string[] {
	const { url, isTaken } = start;
	const { from, to } = period(start);
	const hrefOf = (target = ''): string => parseUrl(target)?.href ?? target;
	const ids = entries
		.filter((entry) => createdAt(entry) >= from && createdAt(entry) <= to)
		.filter(({ target }) => url === undefined || hrefOf(nonEmptyText(target)) === hrefOf(url))
		.flatMap(({ id }) => validJobId(id) ?? []);
	return [...new Set(ids)].filter((id) => !isTaken(id));
}

/**
 * Searches the last 24 hours of the activity log for a job whose start response was lost. Returns the job ID if exactly
 * one job matches.
 */
export async function findInActivity(
	activity: 'batch_scrape' | 'crawl',
	start: LostStart,
	client: Client,
): Promise<FoundStart> {
	const query = { endpoint: activity, limit: '100' };
	const request = { route: activityRoute, query };
	// The job may be running already, so its lookup outlasts a short outage even if *Max Tries* is 1.
	const maxTries = Math.max(client.settings.maxTries, DEFAULT_MAX_TRIES);
	const patient = { ...client, settings: { ...client.settings, maxTries } };
	for (let lookup = 0; ; lookup++) {
		const listed = await readList(request, patient, {
			entriesIn: ({ data }) => objectsIn(data),
			nextIn(response) {
				const cursor = nonEmptyText(response.cursor);
				// The activity log is sorted from newest to oldest.
				const oldest = objectsIn(response.data).at(-1);
				const isOver = oldest === undefined || createdAt(oldest) < period(start).from;
				const hasNext = response.has_more === true && cursor !== undefined && !isOver;
				return hasNext ? { cursor } : undefined;
			},
		}).catch(serviceError);
		if (listed instanceof ServiceError) return { lookupError: listed.text };
		const { clockOffsetMs } = client.account.service;
		const [jobId, ...others] = startedJobs(listed, { ...start, clockOffsetMs });
		if (jobId !== undefined) return others.length === 0 ? { jobId } : {};
		const delayMs = LOOKUP_DELAYS_MS[lookup];
		if (delayMs === undefined) return {};
		await client.runtime.sleep(delayMs, client.stop.signal);
	}
}
