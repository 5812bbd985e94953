import { call } from '../../nodes/WebData/client/call';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import type { TransportResponse } from '../../nodes/WebData/transport/http';
import { routes } from '../cases/routes';
import { answer, outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { seededRandom, VirtualTime } from '../support/virtualTime';
import { LimitedService, vary, type Counts, type Limits } from './limitedService';

export const request: ApiRequest = { route: { ...routes.scrape, serviceTimeoutMs: 60_000 } };

export interface SimulatedBatch extends Counts {
	/** Time at which each item ended, in milliseconds since the start of the run. */
	endedAt: number[];
	/** Milliseconds from the start of the run to the end of the last item. */
	tookMs: number;
	failed: number;
}

const error = 'Rate limit exceeded';
const refusal = answer(429, { success: false, error }, { 'retry-after': '2' });

/** Sends the requests for the items of one execution. The item `refusedItem` is always refused. */
export async function runBatch(
	count: number,
	limits: Limits,
	refusedItem?: number,
): Promise<SimulatedBatch> {
	const random = seededRandom(1);
	const time = new VirtualTime({ random });
	const service = new LimitedService(time, limits);
	const client = scriptedClient({ runtime: time, transport: service.transport() });
	const endedAt: number[] = [];
	let failed = 0;
	const refuse = async (): Promise<TransportResponse> => {
		await time.sleep(vary(limits.roundTripMs, limits, random));
		return refusal;
	};
	const runItem = async (item: number): Promise<void> => {
		const own = item === refusedItem ? { send: refuse } : {};
		const transport = { ...client.transport, ...own };
		const { ok } = await outcomeOf(call(request, { ...client, transport }));
		if (!ok) failed++;
		endedAt[item] = time.now();
	};
	const items = Array.from({ length: count }, (_, item) => runItem(item));
	await time.runUntilSettled(Promise.all(items));
	return { ...service.counts, endedAt, tookMs: Math.max(...endedAt), failed };
}
