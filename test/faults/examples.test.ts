// What the random cases and the fault suite have brought to light, each as a case of its own.

import { agentJob } from '../../nodes/WebData/api/agent/job';
import { followJob } from '../../nodes/WebData/api/jobs/followJob';
import { normalizeBaseUrl } from '../../nodes/WebData/api/http/baseUrl';
import { httpUrl } from '../../nodes/WebData/api/schema/url';
import { findOperation } from '../../nodes/WebData/operations';
import * as faults from '../localService/faults';
import { answer, scriptedSession, scriptedTransport } from '../support/scriptedTransport';
import { useBuiltNode } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';

const HOUR_MS = 3_600_000;
const { service, execute } = useBuiltNode();

const errorOf = async (parameters: object) => {
	const { items } = await execute({
		parameters: { ...parameters },
		onError: 'continueRegularOutput',
	});
	return items[0]?.json ?? {};
};

describe('a run that is followed while the clock is set', () => {
	const processing = answer(200, { success: true, status: 'processing' });

	/** Follows a run through so many polls that it is going on; the clock is set in the third pause. */
	const followed = async (jumpMs: number, goesOnFor: number) => {
		let jumped = 0;
		const runtime = new VirtualTime({ skipSleeps: true });
		runtime.duringSleep(() => {
			if (runtime.sleeps.length === 3) jumped = jumpMs;
		});
		const done = answer(200, { success: true, status: 'completed' });
		const steps = [...Array.from({ length: goesOnFor }, () => processing), done];
		const session = scriptedSession({
			transport: scriptedTransport(...steps),
			runtime: { ...runtime, now: () => runtime.now() + jumped },
		});
		const settings = { intervalMs: 10_000, maxWaitMs: 60_000, cancelOnStop: true } as const;
		const result = await followJob(agentJob, '0192f4c1', session, {
			...settings,
			onTimeout: 'error',
		});
		return { result, waitedMs: runtime.sleeps.reduce((sum, ms) => sum + ms, 0) };
	};

	it('an hour ahead is followed as before', async () => {
		expect((await followed(HOUR_MS, 8)).result).toMatchObject({ ok: true });
	});

	it('an hour back is not followed for an hour more', async () => {
		const { result, waitedMs } = await followed(-HOUR_MS, 1000);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOver' } });
		expect(waitedMs).toBe(60_000);
	});
});

describe('what the local service refuses and the contract let through', () => {
	const issuesOf = (resource: string, operation: string, values: Record<string, unknown>) => {
		const plan = findOperation(resource, operation)?.plan(values);
		return plan !== undefined && 'issues' in plan ? plan.issues.map(({ path }) => path) : [];
	};
	const url = 'https://example.com/';

	it.each([
		['blacklist', ['localhost']],
		['whitelist', ['a b']],
		['blockedTlds', ['ZIP']],
	])('%s of %j in Threat Protection', (name, list) => {
		const values = { url, threatProtection: { [name]: list } };
		expect(issuesOf('scrape', 'scrape', values)).toEqual([['threatProtection', name, 0]]);
	});

	it.each([
		['agent', 'start', { prompt: 'Summarize' }],
		['catalog', 'call', { specifyCalls: 'fields', catalog: [{ provider: 'a', capability: 'b' }] }],
	])('an integration of %s that is nobody', (resource, operation, values) => {
		const withName = (integration: string) => ({ ...values, integration });
		expect(issuesOf(resource, operation, withName('other'))).toEqual([['integration']]);
		expect(issuesOf(resource, operation, withName('_mine'))).toEqual([]);
		expect(issuesOf(resource, operation, withName('n8n'))).toEqual([]);
	});
});

it('an address with an umlaut is as good the ten thousandth time as the first', () => {
	// `URL.canParse` of Node 20 and 22 gives false for such a host once V8 has optimized the call.
	const address = 'https://müller.example';
	const refused = Array.from({ length: 20_000 }, () => address).filter(
		(url) => !httpUrl.safeParse(url).success || !normalizeBaseUrl(url).ok,
	);
	expect(refused).toEqual([]);
});

it('a service that repeats the key in its words does not bring it into the error', async () => {
	const { apiKey } = service;
	const body = {
		success: false,
		error: `Unauthorized: Invalid token ${apiKey}`,
		code: `BAD_${apiKey}`,
		details: [{ path: ['key'], message: `${apiKey} is revoked` }],
	};
	service.addFaults(faults.fault({ kind: 'json', status: 401, body }));
	const json = await errorOf({ resource: 'scrape', operation: 'scrape', url: service.url });
	expect(json.error).toBe('Unauthorized: Invalid token ***');
	expect(JSON.stringify(json)).not.toContain(apiKey);
});

it('a scrape id of a session that is not there is an error all the same when it is stopped', async () => {
	const scrapeId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
	const json = await errorOf({ resource: 'scrape', operation: 'stopInteract', scrapeId });
	expect(json.details).toMatchObject({ httpCode: 404, reason: 'scrapeNotFound' });
});
