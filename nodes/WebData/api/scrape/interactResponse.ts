import { z } from 'zod';
import { anything, openObject } from '../schema/output';

/**
 * For a prompt, the response contains `output`. For code, the response contains fields such as `result`, `stdout`,
 * and `exitCode`.
 */
export const interactAnswer = openObject({
	success: z.boolean(),
	output: z.string().nullable(),
	result: anything,
	stdout: z.string().nullable(),
	stderr: z.string().nullable(),
	error: z.string().nullable(),
	exitCode: z.number().int().nullable(),
	killed: z.boolean(),
	truncated: z.boolean(),
	sessionId: z.string(),
	liveViewUrl: z.string().nullable(),
	interactiveLiveViewUrl: z.string().nullable(),
	cdpUrl: z.string().nullable(),
});

export const stopInteractAnswer = openObject({
	success: z.boolean(),
	sessionDurationMs: z.number(),
	creditsBilled: z.number(),
	cleanupQueued: z.boolean(),
});
