import {
	fingerprint,
	isObject,
	type JsonObject,
	nonEmptyText,
	omitUndefined,
	parseBody,
} from '../../json/json';

export type WebhookEvent = JsonObject & { type: string };

export function parseEvent(rawBody: Buffer): WebhookEvent | undefined {
	const body = parseBody(rawBody);
	if (!isObject(body)) return undefined;
	const type = nonEmptyText(body.type);
	return type === undefined ? undefined : { ...body, type };
}

/** A UUID has 36 characters. */
const boundedId = (id: string): string => (id.length <= 100 ? id : fingerprint({ id }));

/** Identifies a delivery of a job or a check, for n8n to store. A long ID is replaced by its hash. */
export const deliveryId = ({ id, webhookId }: WebhookEvent): string | undefined =>
	typeof webhookId === 'string' ? boundedId(`${String(id)} ${webhookId}`) : undefined;

export const jobKey = ({ type, id }: WebhookEvent): string =>
	boundedId(`${type.slice(0, type.indexOf('.'))} ${String(id)}`);

const elementsOf = (data: unknown): unknown[] => {
	if (Array.isArray(data)) return data;
	return data === undefined || data === null ? [] : [data];
};

/** The service sends one element in each event, so these limits only stop events from other senders. */
const MAX_ITEMS = 1000;
const MAX_REPEATED_LENGTH = 16 * 1024 * 1024;

/** Returns the documented fields of an event without its data. Each item repeats these fields. */
const repeatedFields = ({ type, id, success, error, metadata, webhookId }: WebhookEvent) => ({
	before: { type, id, success },
	after: { error, metadata, webhookId },
});

/** Whether the items of an event would block n8n or use too much memory. */
export function isTooLarge(event: WebhookEvent): boolean {
	const { length } = elementsOf(event.data);
	if (length <= 1) return false;
	return (
		length > MAX_ITEMS ||
		length * JSON.stringify(repeatedFields(event)).length > MAX_REPEATED_LENGTH
	);
}

/**
 * Returns one item for each element of `data`, or a single item if `data` is empty. Each item also contains the other
 * documented fields of the event.
 */
export function itemsOfEvent(event: WebhookEvent): JsonObject[] {
	const { before, after } = repeatedFields(event);
	const item = (data?: unknown): JsonObject => omitUndefined({ ...before, data, ...after });
	const elements = elementsOf(event.data);
	return elements.length === 0 ? [item()] : elements.map(item);
}

/** Labels of the known events by type. The service may send other events. */
export const eventLabels: Readonly<Record<string, string>> = {
	'agent.action': 'Agent Action',
	'agent.cancelled': 'Agent Canceled',
	'agent.completed': 'Agent Completed',
	'agent.failed': 'Agent Failed',
	'agent.started': 'Agent Started',
	'batch_scrape.completed': 'Batch Scrape Completed',
	'batch_scrape.failed': 'Batch Scrape Failed',
	'batch_scrape.page': 'Batch Scrape Page',
	'batch_scrape.started': 'Batch Scrape Started',
	'crawl.completed': 'Crawl Completed',
	'crawl.failed': 'Crawl Failed',
	'crawl.page': 'Crawl Page',
	'crawl.started': 'Crawl Started',
	'monitor.check.completed': 'Monitor Check Completed',
	'monitor.page': 'Monitor Page',
};

/** Option that selects all event types that `eventLabels` does not contain. */
export const OTHER_TYPES = 'other';

/** Whether a type has a name. The webhook of a job names its events without the kind of job, such as `completed`. */
const isNamed = (type: string, name: string): boolean => type === name || type.endsWith(`.${name}`);

/** Whether events can have this name. The service may send types that `eventLabels` does not contain. */
export const isEventName = (name: string): boolean =>
	name === OTHER_TYPES ||
	/^\w+(\.\w+)+$/.test(name) ||
	Object.keys(eventLabels).some((type) => isNamed(type, name));

/** An empty list accepts all values. */
interface EventFilter {
	eventTypes?: readonly string[];
	jobIds?: readonly string[];
	metadataFilter?: Readonly<Record<string, string>>;
	/** Accepted page statuses of monitor events. Events without a page pass the filter. */
	pageStatuses?: readonly string[];
	/** Whether to omit pages whose changes the service reports as not meaningful. */
	onlyMeaningful?: boolean;
}

const accepts = (accepted: readonly string[], value: string): boolean =>
	accepted.length === 0 || accepted.includes(value);

function isWantedEvent(
	{ type, id, metadata }: WebhookEvent,
	{ eventTypes = [], jobIds = [], metadataFilter = {} }: EventFilter,
): boolean {
	const isOther = !Object.hasOwn(eventLabels, type);
	const hasType =
		eventTypes.length === 0 ||
		eventTypes.some((name) => isNamed(type, name)) ||
		(isOther && eventTypes.includes(OTHER_TYPES));
	if (!hasType || !accepts(jobIds, String(id).toLowerCase())) return false;
	return Object.entries(metadataFilter).every(
		([name, value]) =>
			isObject(metadata) && Object.hasOwn(metadata, name) && String(metadata[name]) === value,
	);
}

/** Returns an item per element of the event that passes the filter. */
export function filteredItems(event: WebhookEvent, filter: EventFilter): JsonObject[] {
	if (!isWantedEvent(event, filter)) return [];
	const { pageStatuses = [], onlyMeaningful } = filter;
	return itemsOfEvent(event).filter(({ type, data }) => {
		if (type !== 'monitor.page' || !isObject(data)) return true;
		if (onlyMeaningful === true && data.isMeaningful === false) return false;
		return accepts(pageStatuses, String(data.status));
	});
}
