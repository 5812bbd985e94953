/** The API key without surrounding spaces and without `Bearer`, which users often paste along. */
export const normalizeApiKey = (text: string): string => text.trim().replace(/^bearer(\s+|$)/i, '');
