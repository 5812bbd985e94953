import { compileDetails } from './details';
import {
	closedObject,
	flag,
	integer,
	list,
	oneOfWords,
	openObject,
	taggedUnion,
	text,
	textOf,
	typed,
	uuid,
} from './parts';
import { webhookFor, type Webhook } from './webhook';

export interface ScheduleBody {
	cron?: string;
	text?: string;
	timezone?: string;
}

export interface TargetBody {
	id?: string;
	type: 'scrape' | 'crawl' | 'search';
	urls?: string[];
	url?: string;
	queries?: string[];
	maxResults?: number;
	includeDomains?: string[];
	excludeDomains?: string[];
	crawlOptions?: { limit?: number; includePaths?: string[]; excludePaths?: string[] };
	scrapeOptions?: Record<string, unknown>;
}

export interface MonitorBody {
	name: string;
	schedule: ScheduleBody;
	targets: TargetBody[];
	goal?: string | null;
	judgeEnabled?: boolean;
	webhook?: Omit<Webhook, 'events'> & { events?: string[] };
	notification?: Record<string, unknown>;
	retentionDays?: number;
	status?: 'active' | 'paused';
}

const domains = list(text, { maxItems: 50 });
const pageFields = { scrapeOptions: openObject, id: uuid };

const target = taggedUnion([
	typed('scrape', { urls: list(text, { minItems: 1 }), ...pageFields }, ['urls']),
	typed('crawl', { url: text, crawlOptions: openObject, ...pageFields }, ['url']),
	typed(
		'search',
		{
			queries: list(textOf(1, 256), { minItems: 1, maxItems: 12 }),
			searchWindow: oneOfWords('5m', '15m', '1h', '6h', '24h', '7d'),
			maxResults: integer(1, 50),
			includeDomains: domains,
			excludeDomains: domains,
			id: uuid,
		},
		['queries'],
	),
]);

const email = { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}$' };

const properties = {
	name: textOf(1, 256),
	schedule: closedObject({ cron: textOf(1, 128), text: textOf(1, 128), timezone: text }),
	targets: list(target, { minItems: 1, maxItems: 50 }),
	goal: { type: ['string', 'null'], maxLength: 2000 },
	judgeEnabled: flag,
	webhook: webhookFor(['monitor.page', 'monitor.check.completed']),
	notification: closedObject({
		email: closedObject({
			enabled: flag,
			recipients: list(email, { maxItems: 25 }),
			includeDiffs: flag,
		}),
		slack: closedObject({ enabled: flag, channelId: textOf(1, 64), channelName: textOf(1, 128) }),
	}),
	retentionDays: integer(1, 365),
	origin: text,
};

export const checkNewMonitor = compileDetails(
	closedObject(properties, ['name', 'schedule', 'targets']),
);

export const checkMonitorChange = compileDetails(
	closedObject({ ...properties, status: oneOfWords('active', 'paused') }),
);
