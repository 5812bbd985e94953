import type { LocalService } from './localService';
import { call, until } from './testClient';

export const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

export function syntheticUrls(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `http://synthetic.example/page/${index + 1}`);
}

export async function startedBatch(service: LocalService, body: object): Promise<string> {
	const { status, json } = await call(service, 'POST', '/v2/batch/scrape', body);
	expect(status).toBe(200);
	return String(json.id);
}

/** Starts a run and advances the clock until its end. */
export async function finishedRun(service: LocalService): Promise<string> {
	const { json } = await call(service, 'POST', '/v2/agent', { prompt: 'What turns the lens?' });
	service.advanceClock(3_600_000);
	await until(() =>
		service.agent.runs.some(({ id, endedAt }) => String(json.id) === id && endedAt !== null),
	);
	return String(json.id);
}
