import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';

const DAY_MS = 86_400_000;

const { service, time, execute } = useBuiltNode({
	time: new VirtualTime({ startMs: Date.UTC(2026, 10, 20, 12), skipSleeps: 'whenIdle' }),
});

afterEach(() => time.advance(2 * DAY_MS));

const itemOf = async (parameters: INodeParameters) => {
	const { items } = await execute({
		parameters,
		onError: 'continueRegularOutput',
	});
	return items[0]?.json as { error?: string; message: string; details: IDataObject };
};

const start = { resource: 'agent', operation: 'start', prompt: 'Summarize' };
const scrape = () => ({
	resource: 'scrape',
	operation: 'scrape',
	url: `${service.url}/pages/article.html`,
});

async function refusedForADay() {
	const body = { success: false, error: 'Daily limit of agent runs reached' };
	const headers = { 'retry-after': String(DAY_MS / 1000) };
	const when = { method: 'POST', path: '/v2/agent' } as const;
	service.addFaults(faults.fault({ kind: 'json', status: 429, body, headers }, { when, times: 0 }));
	const refused = await itemOf(start);
	await itemOf(start);
	return refused;
}

it('a request that is not sent reports until when the account is paused', async () => {
	const refused = await refusedForADay();
	expect(refused.details).toMatchObject({ httpCode: 429, tries: 1, retryAfterMs: DAY_MS });
	const { error, message, details } = await itemOf(start);
	expect(service.requests).toHaveLength(2);
	expect(error).toBe('Rate limited');
	expect(details).toEqual({
		reason: 'rateLimitPaused',
		retryable: true,
		tries: 0,
		retryAfterMs: DAY_MS,
		pausedUntil: new Date(time.now() + DAY_MS).toISOString(),
	});
	const day = new Date(time.now() + DAY_MS).toISOString().slice(0, 10);
	expect(message).toContain('The request was not sent');
	expect(message).toContain('(Daily limit of agent runs reached)');
	expect(message).toContain(`The pause ends at ${day} 12:00 UTC.`);
});

it('a refused start does not delay scrapes', async () => {
	await refusedForADay();
	expect(await itemOf(scrape())).not.toHaveProperty('error');
});

it('one request per minute tests whether the limit has ended', async () => {
	await refusedForADay();
	await service.reset();
	expect(await itemOf(start)).toMatchObject({ error: 'Rate limited' });
	time.advance(61_000);
	expect(await itemOf(start)).toHaveProperty('jobId');
	expect(await itemOf(start)).toHaveProperty('jobId');
});

it('a run can be canceled while starts are refused', async () => {
	const { jobId } = (await itemOf(start)) as unknown as { jobId: string };
	await refusedForADay();
	const cancelled = await itemOf({ resource: 'agent', operation: 'cancel', jobId });
	expect(cancelled).toMatchObject({ outcome: 'cancelling' });
	expect(service.requests.at(-1)?.method).toBe('DELETE');
});
