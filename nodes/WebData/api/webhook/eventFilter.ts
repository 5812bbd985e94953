import { isObject, type JsonObject } from '../http/response';
import { itemsOfEvent, type WebhookEvent } from './event';

/** Known job events. The service may send other events. */
export const jobEventTypes = [
	'agent.action',
	'agent.cancelled',
	'agent.completed',
	'agent.failed',
	'agent.started',
	'batch_scrape.completed',
	'batch_scrape.failed',
	'batch_scrape.page',
	'batch_scrape.started',
	'crawl.completed',
	'crawl.failed',
	'crawl.page',
	'crawl.started',
] as const;

/** Option that selects all event types that `jobEventTypes` does not contain. */
export const OTHER_TYPES = 'other';

export interface EventFilter {
	eventTypes?: readonly string[];
	jobIds?: readonly string[];
	metadataFilter?: Readonly<Record<string, string>>;
	/** Accepted page statuses of monitor events. Events without a page pass the filter. */
	pageStatuses?: readonly string[];
	/** Whether to omit pages whose changes the service reports as not meaningful. */
	onlyMeaningful?: boolean;
}

const isListed = (type: string): boolean => (jobEventTypes as readonly string[]).includes(type);

const hasType = (type: string, types: readonly string[]): boolean =>
	types.includes(type) || (types.includes(OTHER_TYPES) && !isListed(type));

const hasMetadata = (metadata: unknown, wanted: Readonly<Record<string, string>>): boolean =>
	Object.entries(wanted).every(
		([name, value]) =>
			isObject(metadata) && Object.hasOwn(metadata, name) && String(metadata[name]) === value,
	);

const isWantedItem = (
	{ type, data }: JsonObject,
	{ pageStatuses, onlyMeaningful }: EventFilter,
): boolean => {
	if (type !== 'monitor.page' || !isObject(data)) return true;
	return (
		(pageStatuses?.includes(String(data.status)) ?? true) &&
		!(onlyMeaningful === true && data.isMeaningful === false)
	);
};

const isWantedEvent = (
	{ type, id, metadata }: WebhookEvent,
	{ eventTypes, jobIds, metadataFilter }: EventFilter,
): boolean =>
	(eventTypes === undefined || hasType(type, eventTypes)) &&
	(jobIds?.includes(String(id).toLowerCase()) ?? true) &&
	(metadataFilter === undefined || hasMetadata(metadata, metadataFilter));

export const filteredItems = (event: WebhookEvent, filter: EventFilter): JsonObject[] =>
	isWantedEvent(event, filter)
		? itemsOfEvent(event).filter((item) => isWantedItem(item, filter))
		: [];
