import { nonEmptyText, omitUndefined, parseBody, type JsonObject } from '../http/response';

export type WebhookEvent = JsonObject & { type: string };

export function parseEvent(rawBody: Buffer): WebhookEvent | undefined {
	const parsed = parseBody(rawBody);
	if ('defect' in parsed) return undefined;
	const type = nonEmptyText(parsed.object.type);
	return type === undefined ? undefined : { ...parsed.object, type };
}

const elementsOf = (data: unknown): unknown[] => {
	if (Array.isArray(data)) return data;
	return data === undefined || data === null ? [] : [data];
};

/**
 * Returns one item for each element of `data`, or a single item if `data` is empty. Each item also contains the other
 * fields of the event.
 */
export function itemsOfEvent(event: WebhookEvent): JsonObject[] {
	const { type, id, success, data, metadata, webhookId, ...rest } = event;
	const item = (element?: unknown): JsonObject =>
		omitUndefined({ type, id, success, data: element, ...rest, metadata, webhookId });
	const elements = elementsOf(data);
	return elements.length === 0 ? [item()] : elements.map(item);
}
