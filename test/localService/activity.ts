export const activityEndpoints = [
	'scrape',
	'crawl',
	'batch_scrape',
	'search',
	'extract',
	'llmstxt',
	'deep_research',
	'map',
	'agent',
	'browser',
	'interact',
] as const;

export type ActivityEndpoint = (typeof activityEndpoints)[number];

export interface Activity {
	id: string;
	team: string;
	endpoint: ActivityEndpoint;
	createdAt: number;
	/** The URL or the query, or null if the activity has no target. */
	target: string | null;
}

export interface ActivityLog {
	readonly all: Activity[];
	record(activity: Omit<Activity, 'createdAt'>): void;
	clear(): void;
}

export function createActivityLog(now: () => number): ActivityLog {
	const all: Activity[] = [];
	return {
		all,
		record: (activity) => void all.push({ ...activity, createdAt: now() }),
		clear: () => {
			all.length = 0;
		},
	};
}
