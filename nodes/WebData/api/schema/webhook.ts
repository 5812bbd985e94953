import { z } from 'zod';
import { httpUrl } from './url';
import { headers } from './values';

/** The `webhook` of a request that starts a job. If `events` is not set, the service sends all events. */
export const webhookSchema = <Event extends string>(events: readonly [Event, ...Event[]]) =>
	z
		.object({
			url: httpUrl,
			headers: headers.optional(),
			metadata: z.record(z.string()).optional(),
			events: z.array(z.enum(events)).optional(),
		})
		.strict();
