import { call } from '../../nodes/WebData/client/call';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { routes } from '../cases/routes';
import { outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { seededRandom, VirtualTime } from '../support/virtualTime';
import { LimitedService, type Limits } from './limitedService';

export const request: ApiRequest = { route: { ...routes.scrape, serviceTimeoutMs: 60_000 } };

/** Sends a request for each item of an execution. Returns its duration in milliseconds and the number of failed items. */
export async function runBatch(count: number, limits: Limits) {
	const time = new VirtualTime({ random: seededRandom(1) });
	const service = new LimitedService(time, limits);
	const client = scriptedClient({ runtime: time, transport: service.transport() });
	const items = Promise.all(Array.from({ length: count }, () => outcomeOf(call(request, client))));
	const tookMs = await time.runUntilSettled(items);
	const failed = (await items).filter(({ ok }) => !ok).length;
	return { ...service.counts, tookMs, failed };
}
