import type { Client } from '../../client/client';
import type { ApiRequest } from '../../client/request';
import { validJobId } from '../../client/jobs/job';
import { dataOf, isObject, type JsonObject, objectsIn } from '../../json/json';
import { DEFAULT_CRAWL_LIMIT } from '../crawl/form';
import { createMonitor, listMonitors } from './service';
import { comparedFields, isSameMonitor, monitorChanges } from './webhookMonitor';

/** The service stores a schedule in words as a cron expression, so the words are not compared. */
function isSameSchedule(stored: unknown, requested: unknown): boolean {
	if (!isObject(stored) || !isObject(requested)) return true;
	const { cron = stored.cron, timezone = 'UTC' } = requested;
	return cron === stored.cron && timezone === stored.timezone;
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
