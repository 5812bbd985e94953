import { z } from 'zod';
import {
	followSettings,
	jobWaitValues,
	withoutJobWait,
} from '../../../nodes/WebData/operations/common/jobWait';

const schema = z.object(jobWaitValues);

it('followSettings has the defaults of the form, in milliseconds', () => {
	expect(followSettings(schema.parse({}))).toEqual({
		intervalMs: 10_000,
		maxWaitMs: 600_000,
		onTimeout: 'error',
		cancelOnStop: true,
	});
});

it.each([
	{ maxWait: 0 },
	{ maxWait: 86_401 },
	{ pollInterval: 0 },
	{ pollInterval: 301 },
	{ whenMaxWaitIsOver: 'wait' },
])('rejects %j', (values) => {
	expect(schema.safeParse(values).success).toBe(false);
});

it('withoutJobWait keeps the values of the start request', () => {
	const values = { ...schema.parse({}), prompt: 'Summarize', limit: 5 };
	expect(withoutJobWait(values)).toEqual({ prompt: 'Summarize', limit: 5 });
});
