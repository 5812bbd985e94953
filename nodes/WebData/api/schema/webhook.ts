import { z } from 'zod';
import { httpUrl } from './url';
import { headers } from './values';

/** The `webhook` field of a request. If `events` is not set, the service sends all events. */
export const webhookSchema = <Event extends string>(events: readonly [Event, ...Event[]]) =>
	z
		.object({
			url: httpUrl,
			headers: headers.optional(),
			metadata: z.record(z.string()).optional(),
			events: z.array(z.enum(events)).optional(),
		})
		.strict();
