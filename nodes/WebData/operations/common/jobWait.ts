import { z } from 'zod';
import type { FollowSettings } from '../../api/jobs/followJob';

export const MAX_PARALLEL_JOBS = 500;

export const cancelOnStopValue = { cancelOnStop: z.boolean().default(true) };

export const jobWaitValues = {
	maxWait: z.number().min(1).max(86_400).default(600),
	whenMaxWaitIsOver: z.enum(['error', 'unfinished', 'cancel']).default('error'),
	pollInterval: z.number().min(1).max(300).default(10),
	...cancelOnStopValue,
};

type JobWaitValues = z.infer<z.ZodObject<typeof jobWaitValues>>;

export const followSettings = (values: JobWaitValues): FollowSettings => ({
	intervalMs: values.pollInterval * 1000,
	maxWaitMs: values.maxWait * 1000,
	onTimeout: values.whenMaxWaitIsOver,
	cancelOnStop: values.cancelOnStop,
});

export function withoutJobWait<Values extends Partial<JobWaitValues>>(
	values: Values,
): Omit<Values, keyof JobWaitValues> {
	const {
		maxWait: _m,
		whenMaxWaitIsOver: _w,
		pollInterval: _p,
		cancelOnStop: _c,
		...rest
	} = values;
	return rest;
}
