// Ids of the service are UUIDs; people paste them with whatever surrounds them.

/** Not in the middle of something longer: an id with a digit too many is a mistake, and not another id. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** The one UUID in a text (a URL, a quoted id, spaces around it), in lower case; none if there is no or more than one. */
export function uuidIn(text: string): string | undefined {
	const found = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return found.size === 1 ? [...found][0] : undefined;
}
