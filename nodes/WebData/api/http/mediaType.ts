/** The media type of a `Content-Type` header in lowercase, without parameters. */
export const mediaType = (contentType: string): string =>
	(contentType.split(';')[0] ?? '').trim().toLowerCase();
