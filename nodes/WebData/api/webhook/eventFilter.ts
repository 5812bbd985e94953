import { isObject, type JsonObject } from '../http/response';
import { itemsOfEvent, type WebhookEvent } from './event';

/** The events of jobs. The service may send others. */
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

/** The choice for all types that are not in the list. */
export const OTHER_TYPES = 'other';

/** Without a field, events are not filtered by it. */
export interface EventFilter {
	eventTypes?: readonly string[];
	jobIds?: readonly string[];
	/** Each entry must be in the metadata of the event. */
	metadataFilter?: Readonly<Record<string, string>>;
	/** Statuses of the page of a monitor's event. Events without a page pass. */
	pageStatuses?: readonly string[];
	/** Whether a page whose change was judged as not meaningful is left out. */
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

/** Items of other events have no page. */
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

/** The items of an event that pass all filters. */
export const filteredItems = (event: WebhookEvent, filter: EventFilter): JsonObject[] =>
	isWantedEvent(event, filter)
		? itemsOfEvent(event).filter((item) => isWantedItem(item, filter))
		: [];
