// The settings in this file belong to the node and are not sent to the service.

import { z } from 'zod';
import type { CallSettings } from '../../api/http/call';
import { DEFAULT_MAX_TRIES } from '../../api/http/retry';
import { BYTES_PER_MB } from '../../api/http/bytes';

/** Sizes are in MB, and `maxRetryWait` is in seconds. */
export const settingsSchema = z.object({
	maxRequestsAtOnce: z.number().int().min(1).max(200).optional(),
	maxCreditsPerExecution: z.number().min(1).optional(),
	maxFileSize: z.number().min(1).max(1024).default(100),
	maxFilesAtOnce: z.number().int().min(1).max(50).default(4),
	// A response above this limit might exceed V8's maximum string length.
	maxResponseSize: z.number().min(1).max(500).default(20),
	maxRetryWait: z.number().min(0).max(3600).default(600),
	maxTries: z.number().int().min(1).max(20).default(DEFAULT_MAX_TRIES),
	previewRequest: z.boolean().default(false),
	simplify: z.boolean().default(true),
});

export type Settings = z.infer<typeof settingsSchema>;

export const maxFileBytes = ({ maxFileSize }: Settings): number => maxFileSize * BYTES_PER_MB;

export function callSettings(settings: Settings): CallSettings {
	return {
		maxTries: settings.maxTries,
		maxWaitMs: settings.maxRetryWait * 1000,
		maxResponseBytes: settings.maxResponseSize * BYTES_PER_MB,
	};
}
