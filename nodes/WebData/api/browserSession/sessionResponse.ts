import { z } from 'zod';
import { anything, openObject } from '../schema/output';

const secretUrl = (what: string) =>
	z
		.string()
		.nullable()
		.describe(`${what}. Keep this URL secret, because it gives access without an API key.`);

const links = {
	cdpUrl: secretUrl('Address for a client of the Chrome DevTools Protocol'),
	liveViewUrl: secretUrl('Page that shows the browser'),
	interactiveLiveViewUrl: secretUrl('Page that shows and controls the browser'),
};

export const createdSession = openObject({
	id: z.string(),
	...links,
	expiresAt: z.string(),
});

export const listedSession = openObject({
	id: z.string(),
	status: z.string(),
	...links,
	streamWebView: z.boolean(),
	createdAt: z.string(),
	lastActivity: z.string().nullable(),
});

export const codeResult = openObject({
	result: anything,
	stdout: z.string().nullable(),
	stderr: z.string().nullable(),
	exitCode: z.number().int().nullable(),
	killed: z.boolean(),
});

export const deletedSession = openObject({
	deleted: z.boolean(),
	sessionId: z.string(),
	outcome: z.enum(['deleted', 'alreadyDeleted']),
	sessionDurationMs: z.number(),
	creditsBilled: z.number(),
	cleanupQueued: z.boolean(),
	message: z.string(),
});
