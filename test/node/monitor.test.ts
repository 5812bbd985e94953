import * as faults from '../localService/faults';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond, bodies, lines } = useBuiltNode({ monitorCheckMs: 1000 });

const anyId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const page = (name: string): string => `${service.url}/pages/${name}.html`;

const monitor = async (operation: string, form: Form = {}) =>
	await run(`monitor.${operation}`, form);

const watched = (...urls: string[]) => ({ target: [{ type: 'scrape', urls }] });

const daily = (form: Form = {}): Form => ({
	name: 'Tides',
	text: 'daily at 9:00',
	targets: watched(page('article')),
	...form,
});

const createdId = async (form: Form = {}): Promise<string> =>
	String((await monitor('create', daily(form))).first.id);

const ranCheck = async (monitorId: string): Promise<string> =>
	String((await monitor('run', { monitorId })).first.checkId);

const count = (line: string): number => lines().filter((each) => each === line).length;
const creations = () => count('POST /v2/monitor');

describe('the token of Web Data Trigger in a webhook', () => {
	const webhook = {
		url: 'https://n8n.example.com/webhook/x',
		headers: { header: [{ name: 'X-Web-Data-Token', value: 'tide-token' }] },
	};

	it.each([true, false])('is not in any output with Simplify %s', async (simplify) => {
		const created = await monitor('create', daily({ simplify, options: { webhook } }));
		expect(JSON.stringify(bodies())).toContain('tide-token');
		const monitorId = String(service.monitors[0]?.id);
		const outputs = [
			created,
			await monitor('get', { monitorId, simplify }),
			await monitor('getAll', { returnAll: true }),
			await monitor('update', { monitorId, simplify, options: { name: 'Ebb' } }),
		].map(({ items }) => JSON.stringify(items));
		expect(outputs.filter((text) => text.includes('tide-token'))).toEqual([]);
		expect(outputs.filter((text) => !/X-Web-Data-Token":"\*\*\*/i.test(text))).toEqual([]);
	});
});

describe('Create', () => {
	const words = { text: 'every 2 minutes' };
	const cron = { specifySchedule: 'cron', cron: '*/2 * * * *', text: '' };

	it.each([
		['too frequent', words, "Set 'Schedule in Words' to a longer interval"],
		['too frequent', cron, "Set 'Cron Expression' to a longer interval"],
		['not understood', words, "Set 'Schedule in Words' to a phrase"],
		['not understood', cron, "Set 'Cron Expression' to a cron expression"],
	])('names the field of a schedule that is %s: %j', async (problem, schedule, remedy) => {
		const error = { success: false, error: 'Invalid cron' };
		if (problem === 'not understood') respond(error, { status: 400, when: { method: 'POST' } });
		const { first } = await monitor('create', daily(schedule));
		expect(first.message).toContain(remedy);
	});

	it('sends only what is required, and states the cost of the monitor per month', async () => {
		const { first, hints } = await monitor('create', daily());
		const targets = [{ type: 'scrape', urls: [page('article')] }];
		expect(bodies()).toEqual([{ name: 'Tides', schedule: { text: 'daily at 9:00' }, targets }]);
		expect(first).toMatchObject({
			...{ name: 'Tides', status: 'active', outcome: 'created' },
			schedule: { cron: '0 9 * * *', timezone: 'UTC' },
			estimatedCreditsPerMonth: 30,
		});
		expect(hints.join()).toContain(
			'This monitor costs up to 30 credits per month until it is paused or deleted',
		);
	});

	it('creates one monitor for equal items, and another for another name', async () => {
		const { json, hints } = await run('monitor.create', daily(), { items: emptyItems(3) });
		const outcomes = json.map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['created', 'alreadyExists', 'alreadyExists']);
		expect(hints.join()).toContain('so no monitor was created');
		expect(creations()).toBe(1);
		expect((await monitor('create', daily({ name: 'Other' }))).first.outcome).toBe('created');
	});

	it('names the monitors of other items in the error of an item that ends the node', async () => {
		service.addFaults(
			faults.errorRowFault('paymentRequired', { when: { method: 'GET' }, skip: 1 }),
		);
		const rest = { items: emptyItems(2), onError: 'stopWorkflow' } as const;
		const error = await caught(run('monitor.create', daily(), rest));
		const id = service.monitors[0]?.id;
		expect(error).toMatchObject({
			context: { data: { running: [{ item: 0, type: 'monitor', id }] } },
		});
		expect(creations()).toBe(1);
	});

	it('names the settings in which the existing monitor differs, and creates none', async () => {
		const id = await createdId();
		await monitor('update', { monitorId: id, options: { status: 'paused' } });
		const hourly = { specifySchedule: 'cron', text: '', cron: '0 * * * *' };
		const { first, hints } = await monitor('create', daily(hourly));
		const differences = ['schedule', 'status'];
		expect(first).toMatchObject({ id, outcome: 'existsWithDifferences', differences });
		expect(hints.join()).toContain("monitor differ: 'Schedule', 'Status'. To");
		expect(creations()).toBe(1);
	});

	it.each<[string, Form, string]>([
		['no schedule', { text: '' }, "'Schedule in Words' is required"],
		[
			'Slack without a channel',
			{ options: { notification: { slack: { enabled: true } } } },
			"'Options > Notification > Slack > Channel ID' is required if 'Send Messages' is on",
		],
	])('fails before anything is sent: %s', async (_case, form, message) => {
		expect((await monitor('create', daily(form))).first.error).toContain(message);
		expect(service.requests).toEqual([]);
	});
});

describe('Get, Get Many, Update, and Delete', () => {
	it('Update sends only what was added', async () => {
		const monitorId = await createdId();
		const options = { status: 'paused' };
		const { first } = await monitor('update', { monitorId, options });
		await monitor('update', { monitorId, targets: {}, options });
		await monitor('update', { monitorId, targets: { target: [] }, options });
		expect(bodies('PATCH')).toEqual([options, options, options]);
		expect(first).toMatchObject({ id: monitorId, status: 'paused', nextRunAt: null });
	});

	it('Update replaces the targets if targets are set, without the goal of a search', async () => {
		const searchFor = (query: string) => ({ type: 'search', queries: [query] });
		const goal = 'Tell me about any change';
		const monitorId = await createdId({ targets: { target: [searchFor('lamp')] }, goal });
		const targets = { target: [searchFor('clock')] };
		const { first } = await monitor('update', { monitorId, targets });
		expect(bodies('PATCH')).toEqual([{ targets: targets.target }]);
		expect(first).toMatchObject({ id: monitorId, goal, targets: targets.target });
	});
});

describe('Run', () => {
	it('returns the ID of the check at once without Wait for Check, and later joins the check', async () => {
		const monitorId = await createdId();
		const { first } = await monitor('run', { monitorId, waitForCheck: false });
		expect(first).toMatchObject({ outcome: 'started', status: 'queued', checkId: first.id });
		const joined = { checkId: first.checkId, outcome: 'joined', status: 'completed' };
		expect((await monitor('run', { monitorId })).first).toMatchObject(joined);
		expect((await monitor('getChecks', { monitorId })).json).toHaveLength(1);
	});

	it('names the check after Max Wait, and the next attempt follows it with the same outcome', async () => {
		service.configure({ monitorCheckMs: 60_000 });
		const monitorId = await createdId();
		await monitor('run', { monitorId, waitForCheck: false });
		const context = {};
		const attempt = (form: Form) => run('monitor.run', { monitorId, ...form }, { context });
		const { first } = await attempt({ maxWait: 5 });
		expect(first).toMatchObject({
			error: 'The check did not finish in time',
			message: expect.stringContaining('Get Check'),
			details: { checkId: expect.any(String) },
		});
		const unfinished = await attempt({ maxWait: 5, whenMaxWaitIsOver: 'unfinished' });
		expect(unfinished.first).toMatchObject({ outcome: 'joined', status: 'running' });
		expect(unfinished.hints.join()).toContain('is not complete');
		const last = await attempt({ maxWait: 600 });
		expect(last.first).toMatchObject({ outcome: 'joined', status: 'completed' });
	});
});

describe('Get Check and Get Checks', () => {
	it('return one item per page, with its difference and judgment', async () => {
		const targets = watched(page('article'), page('changing'));
		const monitorId = await createdId({ targets, goal: 'Tell me about any change' });
		service.changePage('High water at 06:12.');
		await ranCheck(monitorId);
		service.changePage('High water at 07:00.');
		const checkId = await ranCheck(monitorId);
		const { json } = await monitor('getCheck', { monitorId, checkId });
		expect(json).toMatchObject([
			{ url: page('article'), status: 'same' },
			{
				...{ url: page('changing'), status: 'changed', monitorId, checkId },
				judgment: { meaningful: true },
			},
		]);
		expect(JSON.stringify(json[1]?.diff)).toContain('High water at 07:00.');
	});

	it('a page that cannot be loaded is output with its failure, and a hint counts the page', async () => {
		const targets = watched(page('article'), 'http://no-such-host.invalid/');
		const monitorId = await createdId({ targets });
		const { first, hints } = await monitor('run', { monitorId });
		expect(first).toMatchObject({ status: 'partial', summary: { error: 1 } });
		expect(hints.join()).toContain('1 of 2 pages could not be checked');
		const form = { monitorId, checkId: first.checkId, options: { status: 'error' } };
		expect((await monitor('getCheck', form)).json).toEqual([
			expect.objectContaining({ status: 'error', failure: expect.stringContaining('DNS') }),
		]);
	});

	const checkPath = `/v2/monitor/${anyId}/checks/${anyId}`;
	const ids = emptyItems(130).map((_, index) => `${index}`);
	const longCheck = (isInData: boolean) => {
		const pages = (from: number, to: number) =>
			ids.slice(from, to).map((id) => ({ id, status: 'removed', error: null }));
		const next = `http://elsewhere.example${checkPath}?limit=100&skip=99`;
		const data = { id: anyId, pages: pages(0, 100) };
		respond({ success: true, ...(isInData ? { data: { ...data, next } } : { data, next }) });
		respond({ success: true, data: { id: anyId, pages: pages(99, 130) } });
	};

	it.each([
		[{ returnAll: true }, 130, 2],
		[{ limit: 3 }, 3, 1],
	])('follow the pages of a long check once, up to Limit: %j', async (form, pages, requests) => {
		longCheck(true);
		const check = { monitorId: anyId, checkId: anyId, ...form };
		const { json } = await monitor('getCheck', check);
		expect(json).toHaveLength(pages);
		expect(json[0]).not.toHaveProperty('failure');
		expect(service.requests).toHaveLength(requests);
		const follows = () => service.requests[1]?.path ?? 'skip=99';
		expect(follows()).toContain('skip=99');
		await service.reset();
		longCheck(false);
		const { first } = await monitor('getCheck', { ...check, simplify: false });
		expect(first.data).toMatchObject({ id: anyId, pages: { length: pages } });
		expect(follows()).toContain('skip=99');
	});
});

it('Update names the field of a schedule that is too frequent, even if an action has a field of the same name', async () => {
	const actions = { action: [{ type: 'write', text: 'tides' }] };
	const target = [{ type: 'scrape', urls: [page('article')], scrapeOptions: { actions } }];
	const options = { schedule: { schedule: { text: 'every 2 minutes' } } };
	const monitorId = await createdId();
	const { first } = await monitor('update', { monitorId, targets: { target }, options });
	expect(first.message).toContain("Set 'Update Fields > Schedule > Schedule in Words' to a longer");
});
