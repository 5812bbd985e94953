/** Not part of a longer ID: an ID with one digit too many is a mistake. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * Returns the UUID in a text, in lowercase: the one that follows `/${segment}/` in a URL, otherwise the only one.
 * Returns undefined if there is none, or several.
 */
export function uuidIn(text: string, segment: string): string | undefined {
	const inUrl = new RegExp(`/${segment}/(${uuid.source})`, 'i').exec(text)?.[1];
	const all = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return inUrl?.toLowerCase() ?? (all.size === 1 ? [...all][0] : undefined);
}
