import { agentJob } from '../../nodes/WebData/api/agent/job';
import { followJob } from '../../nodes/WebData/api/jobs/followJob';
import { normalizeBaseUrl } from '../../nodes/WebData/api/http/baseUrl';
import { httpUrl } from '../../nodes/WebData/api/schema/url';
import { findOperation } from '../../nodes/WebData/operations';
import { answer, scriptedSession, scriptedTransport } from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

const HOUR_MS = 3_600_000;
describe('a run that is polled while the clock changes', () => {
	const processing = answer(200, { success: true, status: 'processing' });

	const pollRun = async (jumpMs: number, processingPolls: number) => {
		let jumped = 0;
		const runtime = new VirtualTime({ skipSleeps: true });
		runtime.duringSleep(() => {
			if (runtime.sleeps.length === 3) jumped = jumpMs;
		});
		const done = answer(200, { success: true, status: 'completed' });
		const steps = [...Array.from({ length: processingPolls }, () => processing), done];
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

	it('is polled as before when the clock moves an hour ahead', async () => {
		expect((await pollRun(HOUR_MS, 8)).result).toMatchObject({ ok: true });
	});

	it('is not polled for another hour when the clock moves an hour back', async () => {
		const { result, waitedMs } = await pollRun(-HOUR_MS, 1000);
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOver' } });
		expect(Math.floor(waitedMs)).toBe(60_000);
	});
});

describe('validation of values that the local service rejects', () => {
	const issuesOf = (resource: string, operation: string, values: Record<string, unknown>) => {
		const plan = findOperation(resource, operation)?.plan(values);
		return plan !== undefined && 'issues' in plan ? plan.issues.map(({ path }) => path) : [];
	};
	const url = 'https://example.com/';

	it.each([
		['blacklist', ['localhost']],
		['whitelist', ['a b']],
		['blockedTlds', ['ZIP']],
	])('rejects %s %j in Threat Protection', (name, list) => {
		const values = { url, threatProtection: { [name]: list } };
		expect(issuesOf('scrape', 'scrape', values)).toEqual([['threatProtection', name, 0]]);
	});

	it.each([
		['agent', 'start', { prompt: 'Summarize' }],
		['catalog', 'call', { specifyCalls: 'fields', catalog: [{ provider: 'a', capability: 'b' }] }],
	])('rejects an empty integration of %s', (resource, operation, values) => {
		const withName = (integration: string) => ({ ...values, integration });
		expect(issuesOf(resource, operation, withName(' '))).toEqual([['integration']]);
		expect(issuesOf(resource, operation, withName('_mine'))).toEqual([]);
		expect(issuesOf(resource, operation, withName('n8n'))).toEqual([]);
	});
});

it('a URL with an umlaut stays valid in 20,000 calls', () => {
	// In Node.js 20 and 22, `URL.canParse` can return false for a valid URL whose host contains an umlaut. The cause is a
	// bug in Node.js that appears only after V8 has optimized the call.
	const address = 'https://müller.example';
	const refused = Array.from({ length: 20_000 }, () => address).filter(
		(url) => !httpUrl.safeParse(url).success || !normalizeBaseUrl(url).ok,
	);
	expect(refused).toEqual([]);
});
