/** Does not match a UUID that is part of a longer ID. An additional digit is probably a typing error. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * Returns the UUID after `/${segment}/` in a URL. Otherwise, returns the only UUID in the text, or undefined if the
 * text contains no UUID or several different UUIDs. The returned UUID is in lowercase.
 */
export function uuidIn(text: string, segment: string): string | undefined {
	const inUrl = new RegExp(`/${segment}/(${uuid.source})`, 'i').exec(text)?.[1];
	const all = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return inUrl?.toLowerCase() ?? (all.size === 1 ? [...all][0] : undefined);
}
