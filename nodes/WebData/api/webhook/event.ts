import { nonEmptyText, omitUndefined, parseBody, type JsonObject } from '../http/response';

/** A webhook event. Unknown types and fields are kept. */
export type WebhookEvent = JsonObject & { type: string };

/** The event in the body of a request; `undefined` if the body has none. */
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

/** One item for each element of `data`, or one if there is none. Each has the fields of the event. */
export function itemsOfEvent(event: WebhookEvent): JsonObject[] {
	const { type, id, success, data, metadata, webhookId, ...rest } = event;
	const item = (element?: unknown): JsonObject =>
		omitUndefined({ type, id, success, data: element, ...rest, metadata, webhookId });
	const elements = elementsOf(data);
	return elements.length === 0 ? [item()] : elements.map(item);
}
