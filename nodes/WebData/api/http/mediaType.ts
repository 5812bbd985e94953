/** Returns the media type in a `Content-Type` header, in lowercase and without parameters. */
export const mediaType = (contentType: string): string =>
	(contentType.split(';')[0] ?? '').trim().toLowerCase();
