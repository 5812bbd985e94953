import { fault } from '../localService/faults';
import type { JobReport } from '../localService/localService';
import type { NodeRun } from '../support/builtNode';
import { caught } from '../support/caught';
import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, time, run, respond, bodies } = useBuiltNode({ jobPageMs: 500 });

const HOUR_MS = 3_600_000;
const site = (path = ''): string => `${service.url}/site/${path}`;

const runSite = (operation: string, form: Form = {}, rest: Partial<NodeRun> = {}) =>
	run(`crawl.${operation}`, { url: site(), ...form }, rest);

const startedId = async (form: Form = {}) => (await runSite('start', form)).first.jobId;

const only = (): JobReport => {
	const [job, ...others] = service.jobs.all;
	if (job === undefined || others.length > 0) throw new Error('There is not exactly one crawl');
	return job;
};

const timedOut = { code: 'SCRAPE_TIMEOUT', error: 'The page is slow' };
const failing = (url: string) => service.jobs.planNext([{ pages: [{ url, error: timedOut }] }]);

it('a pattern that is probably meant for the full URL is sent, with a hint', async () => {
	const { hints } = await runSite('start', { options: { excludePaths: ['/light', 'color=red'] } });
	expect(bodies()).toMatchObject([{ excludePaths: ['/light', 'color=red'] }]);
	expect(hints).toContain(
		"'Options > Paths: Exclude > 2' may match no page, because only the path is compared, without host and query. If you mean the full URL, turn on 'Options > Paths: Match Full URL'.",
	);
});

it.each([
	[['scrapeOptions', 'formats', 0, 'type'], 'Formats > Format 1 > Type'],
	[['scrapeOptions', 'timeout'], 'Scrape Options > Timeout (Ms)'],
])('names the field for an issue of the service at %j: %s', async (path, field) => {
	const details = [{ path, message: 'is not right' }];
	respond({ success: false, error: 'Bad Request', details }, { status: 400 });
	const { first } = await runSite('start', { formats: { format: [{ type: 'html' }] } });
	expect(first.details).toMatchObject({ fields: [{ field, message: 'is not right' }] });
});

it('is not started without a limit, and Start states the most that it can cost', async () => {
	expect((await runSite('start', { limit: '' })).first.error).toBe("'Limit' is required");
	expect(service.requests).toEqual([]);
	expect((await runSite('start', { limit: 1000 })).hints).toEqual([
		"At 1 credit per page, the crawl costs up to 1,000 credits. Some formats and options cost more. To lower the maximum cost, reduce 'Limit'.",
	]);
});

describe('Run', () => {
	it('returns one simplified item per page', async () => {
		const { json, hints } = await runSite('run', { limit: 3 });
		expect(json).toHaveLength(3);
		expect(json).toContainEqual({
			markdown: expect.stringContaining('North Mole Light'),
			metadata: expect.objectContaining({ sourceURL: site(), statusCode: 200 }),
		});
		expect(hints).toContain(
			"The crawl reached its limit of 3 pages, so the website may contain more pages. To get more pages, increase 'Limit'.",
		);
		expect(only()).toMatchObject({ status: 'completed', cancels: [] });
	});

	it('ignores failed pages with a hint by default', async () => {
		failing(site('light/'));
		const { json, hints } = await runSite('run', { limit: 5 });
		expect(json.length).toBeGreaterThan(2);
		expect(hints.join(' ')).toMatch(
			/\d of \d pages failed.*select 'Output as Items' in 'Failed Pages'/,
		);
	});

	describe('with failed pages that the node cannot read', () => {
		const unreadable = (form: Form, rest: Partial<NodeRun> = {}) => {
			const body = { success: false, error: 'Errors are private' };
			const when = { path: '/v2/crawl/*/errors' };
			service.addFaults(fault({ kind: 'json', status: 403, body }, { when }));
			return runSite('run', { limit: 2, ...form }, rest);
		};
		const reason = /^Could not get the list of failed pages of the crawl: Errors are private$/;

		it('fails if Failed Pages is Fail, and says how to get the pages, also by a retry', async () => {
			const form = { failedPages: 'fail' };
			const context = {};
			const rest = { context, onError: 'stopWorkflow' } as const;
			const error = await caught(unreadable(form, rest));
			expect(error.message).toMatch(reason);
			const { id } = only();
			expect(error).toMatchObject({
				description: expect.stringMatching(
					`retry this execution, or use the Get Errors operation .* 2 other pages succeeded\\. .* the Get Pages operation with the job ID ${id}\\.$`,
				) as string,
				context: { data: { jobId: id, retryable: true } },
			});
			const noErrors = { errors: [], robotsBlocked: [] };
			const toErrors = { when: { path: '/v2/crawl/*/errors' } };
			service.addFaults(fault({ kind: 'json', status: 200, body: noErrors }, toErrors));
			expect((await runSite('run', { limit: 2, ...form }, rest)).json).toHaveLength(2);
			expect(only()).toMatchObject({ id });
		});

		it('outputs the pages and an error item if On Error continues', async () => {
			const { json } = await unreadable({ failedPages: 'fail' });
			expect(json.at(-1)?.error).toMatch(reason);
			expect(json.map(({ error }) => error !== undefined)).toEqual([false, false, true]);
		});

		it.each(['ignore', 'items'])('outputs the pages with a hint if it is %s', async (mode) => {
			const { json, hints } = await unreadable({ failedPages: mode });
			expect(json.map(({ error }) => error)).toEqual([undefined, undefined]);
			expect(hints[0]).toMatch(/could not get the list of failed pages: Errors are private/);
		});

		it.each([
			['ignore', [expect.stringMatching(reason)]],
			['items', []],
		])('without any page, a crawl fails unless Failed Pages is %s: %j', async (mode, errors) => {
			const none = { success: true, status: 'completed', completed: 0, total: 0, data: [] };
			service.addFaults(
				fault(
					{ kind: 'json', status: 200, body: none },
					{ when: { path: '/v2/crawl/*' }, times: 2, skip: 1 },
				),
			);
			const { json } = await unreadable({ failedPages: mode });
			expect(json.map(({ error }) => error)).toEqual(errors);
		});
	});

	it('shows the options that the service generated from a description', async () => {
		const prompt = 'Only 9 pages, without the sitemap';
		const { json, hints } = await runSite('run', { limit: 2, options: { prompt } });
		expect(json).toHaveLength(2);
		expect(hints.join(' ')).toContain(
			'The service generated these options from the description: {"limit":9,"sitemap":"skip"}',
		);
	});

	it('after Max Wait, cancels the crawl and returns the finished pages', async () => {
		service.jobs.planNext([{ neverEnds: true }]);
		const form = { limit: 2, maxWait: 60, whenMaxWaitIsOver: 'cancel' };
		expect((await runSite('run', form)).json).toHaveLength(2);
		expect(only().cancels).toHaveLength(1);
	});
});

describe('the other operations', () => {
	const endedId = async (form: Form) => {
		const jobId = await startedId(form);
		const { json } = await run('crawl.wait', { jobId });
		return { jobId, pages: json };
	};

	it('Wait returns all pages, and Get Pages a part of them for 24 hours', async () => {
		const { jobId, pages } = await endedId({ limit: 5 });
		expect(pages).toHaveLength(5);
		const part = await run('crawl.getPages', { jobId, limit: 2, skip: 3 });
		expect(part.json).toEqual(pages.slice(3, 5));
		time.advance(25 * HOUR_MS);
		expect((await run('crawl.getPages', { jobId })).json).toMatchObject([
			{ error: 'Job not found', message: expect.stringContaining('24 hours') },
		]);
	});

	it('Get Many returns running crawls only, and Cancel ends them or says that they have ended', async () => {
		const { jobId: ended } = await endedId({ limit: 1 });
		const running = await startedId();
		expect((await run('crawl.getAll')).json).toMatchObject([{ id: running, url: site() }]);
		for (const [jobId, outcome] of [
			[running, 'cancelling'],
			[ended, 'alreadyFinished'],
		]) {
			expect((await run('crawl.cancel', { jobId })).json).toMatchObject([{ jobId, outcome }]);
		}
	});

	it('Preview Options returns the options for a description', async () => {
		const { json } = await runSite('previewParams', { prompt: 'Only 2 pages below /light' });
		expect(json).toEqual([{ url: site(), limit: 2, includePaths: ['^/light(/.*)?$'] }]);
		expect(service.jobs.all).toEqual([]);
	});
});

it('a crawl whose start response was lost is found, with a hint', async () => {
	const toStart = { when: { method: 'POST', path: '/v2/crawl' } };
	service.addFaults(fault({ kind: 'resetAfter' }, toStart));
	const { hints } = await runSite('run');
	expect(only().kind).toBe('crawl');
	expect(hints.join()).toContain("looked up the crawl in the service's list of crawls");
});
