// Ids of the service are UUIDs; people paste them with whatever surrounds them.

/** Not in the middle of something longer: an id with a digit too many is a mistake, and not another id. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * The UUID in a text, in lower case: the one that follows `/${after}/` in a URL, else the only one there
 * is. None where there is no UUID or a choice of several.
 */
export function uuidIn(text: string, after: string): string | undefined {
	const placed = new RegExp(`/${after}/(${uuid.source})`, 'i').exec(text)?.[1];
	const found = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return placed?.toLowerCase() ?? (found.size === 1 ? [...found][0] : undefined);
}
