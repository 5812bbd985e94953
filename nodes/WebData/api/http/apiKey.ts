/** The API key as users paste it, without spaces around it and without the `Bearer` of a header. */
export const normalizeApiKey = (text: string): string => text.trim().replace(/^bearer(\s+|$)/i, '');
