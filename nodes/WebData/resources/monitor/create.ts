import type { ApiRequest, Client } from '../../client/client';
import { validJobId } from '../../client/jobs/job';
import { dataOf, isObject, type JsonObject, objectsIn } from '../../json/json';
import { DEFAULT_CRAWL_LIMIT } from '../crawl/form';
import { createMonitor, listMonitors } from './service';
import { comparedFields, isSameMonitor, monitorChanges } from './webhookMonitor';

/** Schedules in words, with the cron expressions that they become. The service chooses the minute. */
const schedulesInWords: readonly [RegExp, (number?: string, half?: string) => string][] = [
	[/^every (\d+) min/, (count) => `\\S+/${count} \\* \\* \\* \\*`],
	[/^(?:hourly|every hour)/, () => '\\d+ \\* \\* \\* \\*'],
	[/^every (\d+) h/, (count) => `\\d+ \\S+/${count} \\* \\* \\*`],
	[
		/^(?:daily|every day)(?: at (\d+)(?::\d+)? ?(am|pm)?)?/,
		(text = '0', half) => {
			const hour = half === undefined ? Number(text) : Number(text) % 12;
			return `\\d+ ${half === 'pm' ? hour + 12 : hour} \\* \\* \\*`;
		},
	],
	[/^(?:weekly|every week)/, () => '\\d+ \\d+ \\* \\* \\d'],
];

function isSameSchedule(stored: unknown, requested: unknown): boolean {
	if (!isObject(stored) || !isObject(requested)) return true;
	const { cron, text, timezone } = requested;
	if ((timezone ?? 'UTC') !== stored.timezone) return false;
	if (typeof cron === 'string') return cron === stored.cron;
	const schedule = String(text).trim().toLowerCase().replace(/\s+/g, ' ');
	for (const [pattern, toCron] of schedulesInWords) {
		const [match, ...parts] = pattern.exec(schedule) ?? [];
		if (match !== undefined) return new RegExp(`^${toCron(...parts)}$`).test(String(stored.cron));
	}
	return true;
}

/** Adds the service's defaults for fields that limit the cost of a target. */
const complete = (monitor: JsonObject): JsonObject => ({
	...monitor,
	targets: objectsIn(monitor.targets).map((target) => {
		if (target.type === 'search') return { searchWindow: '24h', maxResults: 10, ...target };
		if (target.type !== 'crawl') return target;
		const options = isObject(target.crawlOptions) ? target.crawlOptions : {};
		return { ...target, crawlOptions: { limit: DEFAULT_CRAWL_LIMIT, ...options } };
	}),
});

/** Returns the names of the fields whose stored values differ from a request that creates an active monitor. */
export function monitorDifferences(stored: JsonObject, requested: JsonObject): string[] {
	const { schedule, ...wanted } = complete({ status: 'active', ...requested });
	const changes = monitorChanges(complete(stored), wanted);
	const names = Object.keys(changes).filter(
		(name) => name === 'status' || comparedFields.includes(name),
	);
	return isSameSchedule(stored.schedule, schedule) ? names : ['schedule', ...names];
}

/**
 * Creates a monitor unless a monitor with the same name, webhook URL, and URLs or queries already exists. If the response
 * is lost, looks for the new monitor.
 */
export async function createOnce(request: ApiRequest, client: Client): Promise<JsonObject> {
	const { body = {} } = request;
	const listed = await listMonitors(client);
	const same = listed
		.filter((stored) => isSameMonitor(stored, body))
		.map((monitor) => ({ monitor, differences: monitorDifferences(monitor, body) }));
	const existing = same.find(({ differences }) => differences.length === 0) ?? same[0];
	if (existing !== undefined) {
		const { monitor: data, differences } = existing;
		const outcome =
			differences.length === 0
				? { outcome: 'alreadyExists' }
				: { outcome: 'existsWithDifferences', differences };
		return { success: true, data, ...outcome };
	}
	const created = await createMonitor(request, client, (stored) => isSameMonitor(stored, body));
	const id = validJobId(dataOf(created).id);
	if (id !== undefined) client.running?.set(id, { name: 'monitor' });
	return { ...created, outcome: 'created' };
}
