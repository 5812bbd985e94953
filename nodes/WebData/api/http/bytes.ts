export const BYTES_PER_MB = 1024 * 1024;
