/** Removes surrounding spaces and the `Bearer` prefix, which users often paste with the API key. */
export const normalizeApiKey = (text: string): string => text.trim().replace(/^bearer(\s+|$)/i, '');
