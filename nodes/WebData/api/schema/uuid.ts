/** Matches a UUID that is not part of a longer ID. */
const uuid =
	/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Returns the UUID after `/${segment}/` in a URL, or the only UUID in the text, in lowercase. */
export function uuidIn(text: string, segment: string): string | undefined {
	const inUrl = new RegExp(`/${segment}/(${uuid.source})`, 'i').exec(text)?.[1];
	const all = new Set(text.match(uuid)?.map((id) => id.toLowerCase()));
	return inUrl?.toLowerCase() ?? (all.size === 1 ? [...all][0] : undefined);
}
