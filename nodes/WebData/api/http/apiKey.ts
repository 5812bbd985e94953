/** The API key without surrounding spaces and without `Bearer`, which users often paste with it. */
export const normalizeApiKey = (text: string): string => text.trim().replace(/^bearer(\s+|$)/i, '');
