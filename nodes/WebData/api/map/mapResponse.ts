import { z } from 'zod';
import { isObject, type JsonObject } from '../http/response';
import { openObject } from '../schema/output';

export const link = openObject({
	url: z.string(),
	title: z.string(),
	description: z.string(),
});

/** Returns the links in a map response as objects. Older servers return each link as a URL string. */
export function* linksIn({ links }: JsonObject): Generator<JsonObject, void> {
	if (!Array.isArray(links)) return;
	for (const entry of links as unknown[]) yield isObject(entry) ? entry : { url: entry };
}
