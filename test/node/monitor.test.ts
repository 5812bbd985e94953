import type { IDataObject } from 'n8n-workflow';
import { fault } from '../localService/faults';
import { until } from '../localService/testClient';
import { useBuiltNode } from '../support/useBuiltNode';
import { useWebhookReceiver } from '../support/useWebhookReceiver';

const { service, time, execute } = useBuiltNode({ monitorCheckMs: 1000 });

const page = (name: string): string => `${service.url}/pages/${name}.html`;

const run = async (operation: string, form: Record<string, unknown> = {}, items?: IDataObject[]) =>
	await execute({
		parameters: { resource: 'monitor', operation, ...form } as never,
		items,
		onError: 'continueRegularOutput',
	});

const jsonOf = async (operation: string, form: Record<string, unknown> = {}) =>
	(await run(operation, form)).items.map(({ json }) => json);

const inWords = (text: string, timezone = '') => ({
	schedule: { specifySchedule: 'text', text, timezone },
});

const watched = (...urls: string[]) => ({ target: [{ type: 'scrape', urls }] });

const daily = (name = 'Tides') => ({
	name,
	schedule: inWords('daily at 9:00'),
	targets: watched(page('article')),
});

async function createdId(form: Record<string, unknown> = {}): Promise<string> {
	const [monitor] = await jsonOf('create', { ...daily(), ...form });
	return String(monitor?.id);
}

const sent = (method: string, path: RegExp) =>
	service.requests.filter((request) => request.method === method && path.test(request.path));

const notice = (text: string) =>
	fetch(`${service.url}/_test/pages/changing`, { method: 'POST', body: JSON.stringify({ text }) });

describe('the token of Web Data Trigger in a webhook', () => {
	const webhook = {
		url: 'https://n8n.example.com/webhook/x',
		headers: { header: [{ name: 'X-Web-Data-Token', value: 'tide-token' }] },
	};

	it.each([true, false])('is not in any output with Simplify %s', async (simplify) => {
		const created = await run('create', {
			...daily(),
			simplify,
			options: { webhook },
		});
		expect(JSON.stringify(sent('POST', /monitor$/))).toContain('tide-token');
		const id = String(service.monitors[0]?.id);
		const outputs = [
			created,
			await run('get', { monitorId: id, simplify }),
			await run('getAll', { returnAll: true }),
			await run('update', { monitorId: id, simplify, options: { name: 'Ebb' } }),
		].map(({ items }) => JSON.stringify(items));
		expect(outputs.filter((text) => text.includes('tide-token'))).toEqual([]);
		expect(outputs.filter((text) => !/X-Web-Data-Token":"\*\*\*/i.test(text))).toEqual([]);
	});
});

describe('Create', () => {
	it('sends only what is required with an otherwise untouched form', async () => {
		const [monitor] = await jsonOf('create', daily());
		expect(sent('POST', /monitor$/).map(({ body }) => body)).toEqual([
			{
				name: 'Tides',
				schedule: { text: 'daily at 9:00' },
				targets: [{ type: 'scrape', urls: [page('article')] }],
			},
		]);
		expect(monitor).toMatchObject({
			name: 'Tides',
			status: 'active',
			schedule: { cron: '0 9 * * *', timezone: 'UTC' },
			outcome: 'created',
			estimatedCreditsPerMonth: 30,
		});
	});

	it('states the cost of the monitor per month', async () => {
		const { hints } = await run('create', daily());
		expect(hints.map(({ message }) => message).join()).toContain(
			'This monitor costs up to 30 credits per month until it is paused or deleted',
		);
	});

	const crawlOptions = {
		deduplicateSimilarURLs: false,
		delay: 2,
		ignoreRobotsTxt: false,
		maxConcurrency: 2,
		regexOnFullURL: false,
		robotsUserAgent: 'watcher',
		allowExternalLinks: false,
		allowSubdomains: true,
		crawlEntireDomain: true,
		excludePaths: ['private/.*'],
		ignoreQueryParameters: true,
		includePaths: ['pages/.*'],
		limit: 5,
		maxDiscoveryDepth: 1,
		sitemap: 'skip',
	};

	const sentUnchanged = {
		judgeEnabled: true,
		notification: {
			email: { enabled: true, includeDiffs: true, recipients: ['a@example.com'] },
			slack: { enabled: true, channelId: 'C1', channelName: 'prices' },
		},
		origin: 'price-watch',
		retentionDays: 7,
	};

	const webhook = {
		url: 'https://hook.example.com/x',
		events: ['monitor.page', 'monitor.check.completed'],
	};

	it('sends every field as it was set, and the service accepts it', async () => {
		const scrapeTarget = {
			type: 'scrape',
			urls: [page('article'), page('product')],
			id: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
			scrapeOptions: { onlyMainContent: false },
		};
		const crawlTarget = {
			type: 'crawl',
			url: page('article'),
			scrapeOptions: { waitFor: 10 },
		};
		const searchTarget = { type: 'search', queries: ['tide clock', 'tide table'] };
		const form = {
			name: 'All',
			schedule: {
				schedule: { specifySchedule: 'cron', cron: '0  9 * * 1-5', timezone: 'Europe/Berlin' },
			},
			goal: 'Tell me about prices',
			targets: {
				target: [
					scrapeTarget,
					{
						...crawlTarget,
						crawlOptions: { ...crawlOptions, additionalFields: '{"newOption":true}' },
					},
					{
						...searchTarget,
						options: { includeDomains: 'example.com', maxResults: 3, searchWindow: '7d' },
					},
				],
			},
			options: {
				...sentUnchanged,
				additionalBodyFields: '{}',
				webhook: {
					...webhook,
					headers: { header: [{ name: 'X-Token', value: 'abc' }] },
					metadata: { entry: [{ name: 'customer', value: '4711' }] },
				},
			},
		};
		const [monitor] = await jsonOf('create', form);
		expect(monitor).toMatchObject({ name: 'All', outcome: 'created' });
		expect(sent('POST', /monitor$/)[0]?.body).toEqual({
			name: 'All',
			schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
			goal: 'Tell me about prices',
			targets: [
				scrapeTarget,
				{ ...crawlTarget, crawlOptions: { ...crawlOptions, newOption: true } },
				{ ...searchTarget, includeDomains: ['example.com'], maxResults: 3, searchWindow: '7d' },
			],
			...sentUnchanged,
			webhook: {
				...webhook,
				headers: { 'X-Token': 'abc' },
				metadata: { customer: '4711' },
			},
		});
	});

	it('reports a monitor with the same name, targets, and webhook, and creates none', async () => {
		const id = await createdId();
		const { items, hints } = await run('create', daily());
		expect(items.map(({ json }) => [json.id, json.outcome])).toEqual([[id, 'alreadyExists']]);
		expect(hints.map(({ message }) => message).join()).toContain('so no monitor was created');
		expect(sent('POST', /monitor$/)).toHaveLength(1);
	});

	it('finds a monitor whose formats the service stored in another shape', async () => {
		const scrapeOptions = { formats: { format: [{ type: 'links' }, { type: 'html' }] } };
		const form = {
			targets: { target: [{ ...watched(page('article')).target[0], scrapeOptions }] },
		};
		const id = await createdId(form);
		const [monitor] = await jsonOf('get', { monitorId: id });
		expect(monitor?.targets).toMatchObject([
			{ scrapeOptions: { formats: [{ type: 'links' }, { type: 'html' }, { type: 'markdown' }] } },
		]);
		expect(await jsonOf('create', { ...daily(), ...form })).toMatchObject([
			{ id, outcome: 'alreadyExists' },
		]);
	});

	it.each([
		['another name', { name: 'Other' }],
		['other targets', { targets: watched('https://example.com/other') }],
		['another webhook', { options: { webhook: { url: 'https://hook.example.com/y' } } }],
	])('creates a second monitor with %s', async (_case, change) => {
		await createdId();
		const [monitor] = await jsonOf('create', { ...daily(), ...change });
		expect(monitor?.outcome).toBe('created');
	});

	it('creates one monitor for equal items', async () => {
		const { items } = await run('create', daily(), [{}, {}, {}]);
		expect(items.map(({ json }) => json.outcome)).toEqual([
			'created',
			'alreadyExists',
			'alreadyExists',
		]);
		expect(sent('POST', /monitor$/)).toHaveLength(1);
	});

	it('finds the monitor if the response to its request was lost', async () => {
		service.addFaults(fault({ kind: 'resetAfter' }, { when: { method: 'POST' } }));
		const [monitor] = await jsonOf('create', daily());
		expect(monitor).toMatchObject({ name: 'Tides', outcome: 'created' });
		expect(sent('POST', /monitor$/)).toHaveLength(1);
	});

	it('does not repeat a request that was lost before the service created the monitor', async () => {
		service.addFaults(fault({ kind: 'resetBefore' }, { when: { method: 'POST' } }));
		const [item] = await jsonOf('create', daily());
		expect(item).toHaveProperty('error');
		expect(sent('POST', /monitor$/)).toHaveLength(1);
	});

	it.each([
		['no schedule', { schedule: inWords('') }, "'Schedule' is required"],
		[
			'a cron expression with names',
			{ schedule: { schedule: { specifySchedule: 'cron', cron: '0 9 * * MON' } } },
			'five fields with numbers',
		],
		[
			'a search without a goal',
			{ targets: { target: [{ type: 'search', queries: ['tide clock'] }] } },
			"'Goal' is required for a search target",
		],
		[
			'include and exclude domains',
			{
				goal: 'x',
				targets: {
					target: [
						{
							type: 'search',
							queries: ['a'],
							options: { includeDomains: 'a.com', excludeDomains: 'b.com' },
						},
					],
				},
			},
			"cannot be combined with 'Exclude Domains'",
		],
		['no targets', { targets: {} }, "'Targets' is required"],
	])('fails before anything is sent: %s', async (_case, change, message) => {
		const [item] = await jsonOf('create', { ...daily(), ...change });
		expect(String(item?.error)).toContain(message);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['every 2 minutes', 'The schedule is too frequent'],
		['every monday', 'Unsupported schedule text'],
	])('the schedule %s fails, and the error states the remedy', async (text, message) => {
		const [item] = await jsonOf('create', { ...daily(), schedule: inWords(text) });
		expect(JSON.stringify(item)).toContain(message);
		expect(String(item?.message)).toContain("'Schedule'");
	});
});

describe('Get, Get Many, Update, and Delete', () => {
	it('Get returns the monitor', async () => {
		const monitorId = await createdId();
		expect(await jsonOf('get', { monitorId })).toEqual([
			expect.objectContaining({ id: monitorId, name: 'Tides' }),
		]);
	});

	it('Get Many reads all pages of the list', async () => {
		for (let index = 0; index < 103; index++) {
			const target = { type: 'scrape', urls: ['https://example.com'] };
			await fetch(`${service.url}/v2/monitor`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${service.apiKey}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify({
					name: `M${index}`,
					schedule: { text: 'weekly' },
					targets: [target],
				}),
			});
		}
		expect(await jsonOf('getAll', { returnAll: true })).toHaveLength(103);
		expect(await jsonOf('getAll', { limit: 2 })).toMatchObject([{ name: 'M0' }, { name: 'M1' }]);
	});

	it('Update sends only what was added', async () => {
		const monitorId = await createdId();
		const [monitor] = await jsonOf('update', { monitorId, options: { status: 'paused' } });
		expect(sent('PATCH', /./).map(({ body }) => body)).toEqual([{ status: 'paused' }]);
		expect(monitor).toMatchObject({ id: monitorId, status: 'paused', nextRunAt: null });
	});

	it('Update replaces the targets if targets are set', async () => {
		const monitorId = await createdId();
		const target = { type: 'scrape', urls: [`${service.url}/pages/article.html`] };
		const [monitor] = await jsonOf('update', { monitorId, targets: { target: [target] } });
		expect(sent('PATCH', /./).map(({ body }) => body)).toEqual([{ targets: [target] }]);
		expect(monitor).toMatchObject({ id: monitorId, targets: [target] });
	});

	it('Update replaces a search target of a monitor with a goal, without the goal', async () => {
		const searchFor = (query: string) => ({ target: [{ type: 'search', queries: [query] }] });
		const goal = 'Tell me about any change';
		const monitorId = await createdId({ targets: searchFor('lamp'), goal });
		const [monitor] = await jsonOf('update', { monitorId, targets: searchFor('clock') });
		expect(monitor).toMatchObject({ goal, targets: [{ queries: ['clock'] }] });
	});

	it('Update sends no targets if the list is empty', async () => {
		const monitorId = await createdId();
		const options = { status: 'paused' };
		await jsonOf('update', { monitorId, targets: {}, options });
		await jsonOf('update', { monitorId, targets: { target: [] }, options });
		expect(sent('PATCH', /./).map(({ body }) => body)).toEqual([options, options]);
	});

	it('Update without a field fails', async () => {
		const monitorId = await createdId();
		const [item] = await jsonOf('update', { monitorId });
		expect(item).toMatchObject({ error: 'Nothing to update', details: { httpCode: 400 } });
	});

	it('Delete reports that the monitor is deleted, even after a lost response', async () => {
		const monitorId = await createdId();
		service.addFaults(fault({ kind: 'resetAfter' }, { when: { method: 'DELETE' } }));
		expect(await jsonOf('delete', { monitorId })).toEqual([{ deleted: true, monitorId }]);
		expect(sent('DELETE', /./)).toHaveLength(2);
	});

	it('Delete of an unknown monitor fails', async () => {
		const [item] = await jsonOf('delete', { monitorId: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17' });
		expect(item).toMatchObject({ error: 'Monitor not found', details: { httpCode: 404 } });
	});
});

describe('Run', () => {
	it('waits for the check and returns its numbers', async () => {
		const monitorId = await createdId();
		const [check] = await jsonOf('run', { monitorId });
		expect(check).toMatchObject({
			monitorId,
			outcome: 'started',
			status: 'completed',
			summary: { totalPages: 1, new: 1 },
		});
		expect(check?.checkId).toBe(check?.id);
		expect(sent('POST', /run$/)).toHaveLength(1);
	});

	it('returns the ID of the check at once without Wait for Check', async () => {
		const monitorId = await createdId();
		const [check] = await jsonOf('run', { monitorId, waitForCheck: false });
		expect(check).toMatchObject({ monitorId, outcome: 'started', status: 'queued' });
		expect(check?.checkId).toBe(check?.id);
	});

	it('joins the check that is running', async () => {
		const monitorId = await createdId();
		const [first] = await jsonOf('run', { monitorId, waitForCheck: false });
		const [second] = await jsonOf('run', { monitorId });
		expect(second).toMatchObject({
			checkId: first?.checkId,
			outcome: 'joined',
			status: 'completed',
		});
		expect(await jsonOf('getChecks', { monitorId })).toHaveLength(1);
	});

	it('finds the check if the response to its request was lost', async () => {
		const monitorId = await createdId();
		service.addFaults(fault({ kind: 'resetAfter' }, { when: { method: 'POST' } }));
		const [check] = await jsonOf('run', { monitorId });
		expect(check).toMatchObject({ status: 'completed', outcome: 'started' });
		expect(await jsonOf('getChecks', { monitorId })).toHaveLength(1);
	});

	it('reports the same outcome in the next attempt of the node', async () => {
		service.configure({ monitorCheckMs: 60_000 });
		const monitorId = await createdId();
		await jsonOf('run', { monitorId, waitForCheck: false });
		const context: IDataObject = {};
		const attempt = (maxWait: number) =>
			execute({
				parameters: { resource: 'monitor', operation: 'run', monitorId, maxWait },
				context,
				onError: 'continueRegularOutput',
			});
		const first = await attempt(5);
		expect(first.items[0]?.json.error).toBe('The check did not finish in time');
		const second = await attempt(600);
		expect(second.items[0]?.json).toMatchObject({ outcome: 'joined', status: 'completed' });
	});

	it('recommends Get Checks if the start request was lost before the check started', async () => {
		const monitorId = await createdId();
		service.addFaults(fault({ kind: 'resetBefore' }, { when: { method: 'POST' } }));
		const [item] = await jsonOf('run', { monitorId });
		expect(item?.error).toBe('Could not confirm that the check was started');
		expect(String(item?.message)).toContain('Use the Get Checks operation to look for the check.');
		expect(sent('POST', /run$/)).toHaveLength(1);
	});

	it('fails for a paused monitor and states the remedy', async () => {
		const monitorId = await createdId();
		await jsonOf('update', { monitorId, options: { status: 'paused' } });
		const [item] = await jsonOf('run', { monitorId });
		expect(item).toMatchObject({ error: 'The monitor is paused', details: { httpCode: 409 } });
	});

	it('a check that was skipped for lack of credits fails', async () => {
		const monitorId = await createdId();
		service.configure({ credits: 0 });
		const [item] = await jsonOf('run', { monitorId });
		expect(String(item?.error)).toContain('insufficient credits');
	});

	it('names the check that is still running after Max Wait', async () => {
		service.configure({ monitorCheckMs: 60_000 });
		const monitorId = await createdId();
		const [item] = await jsonOf('run', { monitorId, maxWait: 5 });
		expect(item).toMatchObject({
			error: 'The check did not finish in time',
			details: { checkId: expect.any(String) as string },
		});
		expect(String(item?.message)).toContain('Get Check');
		const unfinished = await run('run', { monitorId, maxWait: 5, whenMaxWaitIsOver: 'unfinished' });
		expect(unfinished.items[0]?.json).toMatchObject({ outcome: 'joined', status: 'running' });
		expect(unfinished.hints.map(({ message }) => message).join()).toContain('is not complete');
	});
});

describe('Get Check and Get Checks', () => {
	const goal = 'Tell me about any change';

	it('return one item per page, with its difference and judgment', async () => {
		const targets = watched(page('article'), page('changing'), `${service.url}/pages/none.html`);
		const monitorId = await createdId({ targets, goal });
		await notice('High water at 06:12.');
		await jsonOf('run', { monitorId });
		await notice('High water at 07:00.');
		const [check] = await jsonOf('run', { monitorId });
		const pages = await jsonOf('getCheck', { monitorId, checkId: String(check?.checkId) });
		expect(pages.map(({ url, status }) => [url, status])).toEqual([
			[page('article'), 'same'],
			[page('changing'), 'changed'],
			[`${service.url}/pages/none.html`, 'same'],
		]);
		expect(pages[1]).toMatchObject({
			monitorId,
			checkId: check?.checkId,
			judgment: { meaningful: true },
		});
		expect(JSON.stringify(pages[1]?.diff)).toContain('High water at 07:00.');
	});

	it('a page that cannot be loaded is output with its failure, and a hint counts the page', async () => {
		const targets = watched(page('article'), 'http://no-such-host.invalid/');
		const monitorId = await createdId({ targets });
		const { items, hints } = await run('run', { monitorId });
		expect(items[0]?.json).toMatchObject({ status: 'partial', summary: { error: 1 } });
		expect(hints.map(({ message }) => message).join()).toContain(
			'1 of 2 pages could not be checked',
		);
		const checkId = String(items[0]?.json.checkId);
		const pages = await jsonOf('getCheck', { monitorId, checkId, options: { status: 'error' } });
		expect(pages).toEqual([
			expect.objectContaining({
				status: 'error',
				failure: expect.stringContaining('DNS') as string,
			}),
		]);
	});

	it.each([
		['no pages', {}, 'The check has no pages, so the output contains no items.'],
		[
			'no pages with the selected status',
			{ status: 'removed' },
			"The check has no pages with this status, so the output contains no items. To get all pages, remove 'Page Status' from the options.",
		],
	])('explain in a hint that a check has %s', async (_case, options, text) => {
		const monitorId = await createdId();
		const [started] = await jsonOf('run', { monitorId, waitForCheck: false });
		const checkId = String(started?.checkId);
		const { items, hints } = await run('getCheck', { monitorId, checkId, options });
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toContain(text);
	});

	it('follow the pages of a long check, up to Limit', async () => {
		const urls = Array.from({ length: 130 }, (_, index) => `${page('article')}?n=${index}`);
		const monitorId = await createdId({ targets: watched(...urls) });
		const [started] = await jsonOf('run', { monitorId, waitForCheck: false });
		const checkId = String(started?.checkId);
		for (let isOver = false; !isOver;) {
			time.advance(1000);
			const [check] = await jsonOf('getChecks', { monitorId });
			isOver = check?.status === 'completed';
		}
		expect(await jsonOf('getCheck', { monitorId, checkId, returnAll: true })).toHaveLength(130);
		expect(await jsonOf('getCheck', { monitorId, checkId, limit: 101 })).toHaveLength(101);
		const [whole] = await jsonOf('getCheck', { monitorId, checkId, limit: 3, simplify: false });
		expect(whole?.data).toMatchObject({ id: checkId });
		expect((whole?.data as { pages: unknown[] }).pages).toHaveLength(3);
	});

	it('a page that a site no longer has is returned as removed, without a failure', async () => {
		const target = { type: 'crawl', url: `${service.url}/site/` };
		const limited = (limit: number) => ({
			target: [{ ...target, crawlOptions: { limit } }],
		});
		const monitorId = await createdId({ targets: limited(3) });
		const [first] = await jsonOf('run', { monitorId });
		const before = await jsonOf('getCheck', { monitorId, checkId: String(first?.checkId) });
		const [stored] = await jsonOf('get', { monitorId });
		const [{ id = '' } = {}] = (stored?.targets ?? []) as { id: string }[];
		const smaller = { ...target, id, crawlOptions: { limit: 2 } };
		await jsonOf('update', { monitorId, targets: { target: [smaller] } });
		const [second] = await jsonOf('run', { monitorId });
		expect(second?.summary).toMatchObject({ totalPages: 3, same: 2, removed: 1 });
		const pages = await jsonOf('getCheck', {
			monitorId,
			checkId: String(second?.checkId),
			options: { status: 'removed' },
		});
		expect(pages).toEqual([
			expect.objectContaining({ url: before[2]?.url, status: 'removed', currentScrapeId: null }),
		]);
		expect(pages[0]).not.toHaveProperty('failure');
	});

	it('a search returns new results first, and known results later', async () => {
		const target = [{ type: 'search', queries: ['lamp'], options: { maxResults: 2 } }];
		const monitorId = await createdId({ targets: { target }, goal });
		const statuses = async () => {
			const [check] = await jsonOf('run', { monitorId });
			const pages = await jsonOf('getCheck', { monitorId, checkId: String(check?.checkId) });
			return pages.map(({ status, metadata }) => [
				status,
				(metadata as IDataObject | null)?.searchStatus,
			]);
		};
		expect(await statuses()).toEqual([
			['new', 'alert'],
			['new', 'alert'],
		]);
		expect(await statuses()).toEqual([
			['same', 'already_seen'],
			['same', 'already_seen'],
		]);
	});

	it('Get Checks lists the checks, the newest first', async () => {
		const monitorId = await createdId();
		await jsonOf('run', { monitorId });
		time.advance(1000);
		const [second] = await jsonOf('run', { monitorId });
		const checks = await jsonOf('getChecks', { monitorId, options: { status: 'completed' } });
		expect(checks).toHaveLength(2);
		expect(checks[0]?.id).toBe(second?.checkId);
		expect(checks[0]).not.toHaveProperty('serviceError');
	});
});

describe('the schedule and the webhook of the local service', () => {
	const receiver = useWebhookReceiver<{ type: string; data: unknown[] }>();

	it('start a check on time and notify the webhook', async () => {
		const webhook = {
			url: receiver.url,
			headers: { header: [{ name: 'x-token', value: 'abc' }] },
		};
		service.configure({ webhookSecret: 'secret' });
		const monitorId = await createdId({
			schedule: inWords('every 30 minutes'),
			options: { webhook },
		});
		time.advance(30 * 60_000);
		await until(() => {
			time.advance(1000);
			return receiver.received.length === 2;
		});
		const [first, second] = receiver.received;
		expect([first?.body.type, second?.body.type]).toEqual([
			'monitor.page',
			'monitor.check.completed',
		]);
		expect(first?.headers).toMatchObject({
			'x-token': 'abc',
			'x-firecrawl-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/) as string,
		});
		expect(first?.body.data).toEqual([
			expect.objectContaining({ monitorId, status: 'new', url: page('article') }),
		]);
	});
});
