import type { MonitorBody, TargetBody } from '../schemas/monitor';
import type { Schedule } from './schedule';

export type PageStatus = 'same' | 'new' | 'changed' | 'removed' | 'error';

export interface CheckPage {
	id: string;
	targetId: string;
	url: string;
	status: PageStatus;
	[field: string]: unknown;
}

export interface Check {
	id: string;
	monitorId: string;
	status: string;
	trigger: 'scheduled' | 'manual';
	pages: CheckPage[];
	error: string | null;
	createdAt: number;
	startedAt: number | null;
	finishedAt: number | null;
	actualCredits: number | null;
	notificationStatus: Record<string, unknown> | null;
}

export type Target = TargetBody & { id: string };

export interface Monitor {
	id: string;
	team: string;
	body: MonitorBody;
	status: 'active' | 'paused' | 'deleted';
	schedule: Schedule;
	targets: Target[];
	nextRunAt: number | null;
	lastRunAt: number | null;
	currentCheckId: string | null;
	checks: Check[];
	/** Page content at the last visit, by target ID and URL. */
	seen: Map<string, { markdown: string; scrapeId: string | null }>;
	createdAt: number;
	updatedAt: number;
}

export interface MonitorStore {
	readonly all: Monitor[];
	clear(): void;
}

export function createMonitorStore(): MonitorStore {
	const all: Monitor[] = [];
	return {
		all,
		clear() {
			for (const monitor of all) monitor.status = 'deleted';
			all.length = 0;
		},
	};
}
