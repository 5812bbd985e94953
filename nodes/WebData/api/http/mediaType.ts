/** Returns the lowercase media type of a `Content-Type` header, without parameters. */
export const mediaType = (contentType: string): string =>
	(contentType.split(';')[0] ?? '').trim().toLowerCase();
