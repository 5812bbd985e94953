import type { Client } from '../../../nodes/WebData/client/client';
import { runCheck } from '../../../nodes/WebData/resources/monitor/job';
import { monitorRoutes } from '../../../nodes/WebData/resources/monitor/service';
import { answer, noAnswer } from '../../support/scriptedTransport';
import { jobId as checkId, playClient } from '../../client/jobs/playJob';

const NOW = Date.UTC(2026, 10, 22, 5);

/** All times are in milliseconds after the request. Without `clock`, the responses have an empty `Date` header. */
it.each<[string, { created: number; ended?: number; clock?: number }, boolean]>([
	['that ended after the request', { created: 0, ended: 1000, clock: 0 }, true],
	['of a service whose clock may be slow', { created: -45_000 }, true],
	['from 45 seconds before the request', { created: -45_000, clock: 0 }, false],
	['that ended before the request', { created: -45_000, ended: -40_000 }, false],
])('a run without a response adopts only its own check: a check %s', async (_what, at, isOwn) => {
	const iso = (ms?: number) => ms !== undefined && new Date(NOW + ms).toISOString();
	const times = { createdAt: iso(at.created), finishedAt: iso(at.ended) || null };
	const data = [{ id: checkId, trigger: 'manual', ...times }];
	const date = at.clock === undefined ? '' : new Date(NOW + at.clock).toUTCString();
	const steps = [noAnswer('closed', true), answer(200, { success: true, data }, { date })];
	const request = { route: monitorRoutes.run, ids: [checkId], body: {} };
	const work = (client: Client) => runCheck(checkId, request, client);
	const { result } = await playClient(steps, work, { startMs: NOW, maxTries: 1 });
	expect(result).toMatchObject(
		isOwn ? { answer: { outcome: 'started', checkId } } : { failure: { errorId: 'startNotFound' } },
	);
});
