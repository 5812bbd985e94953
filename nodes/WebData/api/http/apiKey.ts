/** Removes surrounding spaces and the prefix `Bearer`. Users often paste the prefix with the API key. */
export const normalizeApiKey = (text: string): string => text.trim().replace(/^bearer(\s+|$)/i, '');
