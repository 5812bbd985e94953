import { isSameMonitor } from '../../../nodes/WebData/api/monitor/sameMonitor';
import {
	isSameNode,
	knownSchedule,
	monitorChanges,
} from '../../../nodes/WebData/api/monitor/webhookMonitor';

const ID = 'a8cd6222-692b-498e-9a3b-af00fa2a9f03';

const page = (...urls: string[]) => ({ type: 'scrape', urls });
const a = page('https://example.com/a');

const requested = { name: 'Prices', schedule: { text: 'hourly' }, targets: [a] };

/** The monitor as the service returns it. */
const stored = {
	...{ id: ID, name: 'Prices', status: 'active', retentionDays: 30, webhook: null },
	schedule: { cron: '7 * * * *', timezone: 'UTC' },
	targets: [{ id: ID, ...a, scrapeOptions: { formats: ['markdown'] } }],
};

const hook = { webhook: { url: 'https://hook.example.com' } };
const headers = { a: 'b' };

it.each([
	['IDs, defaults, and the schedule', {}, {}],
	['the status "paused"', { status: 'paused' }, {}],
	['a slash at the end of a URL', { targets: [page('https://example.com/a/')] }, {}],
	['the spelling of a URL', {}, { targets: [page('https://EXAMPLE.com:443/a')] }],
	['the headers of the webhook', { webhook: { ...hook.webhook, headers } }, hook],
])('isSameMonitor ignores %s', (_what, change, wanted) => {
	expect(isSameMonitor({ ...stored, ...change }, { ...requested, ...wanted })).toBe(true);
});

it.each([
	['another name', { name: 'Jobs' }],
	['more targets', { targets: [a, a] }],
	['other URLs', { targets: [page('https://example.com/b')] }],
	['more URLs', { targets: [page('https://example.com/a', 'https://b.com')] }],
	['another type', { targets: [{ type: 'crawl', url: 'https://example.com/a' }] }],
	['a webhook', hook],
	['the status "deleted"', { status: 'deleted' }],
])('isSameMonitor returns false for a monitor with %s', (_case, change) => {
	expect(isSameMonitor({ ...stored, ...change }, requested)).toBe(false);
});

const tracking = { type: 'changeTracking', modes: ['json'] };
const html = { type: 'html' };
const links = { type: 'links' };

it.each<[string, unknown[], unknown[] | undefined, boolean]>([
	['formats without settings', ['html', links], [html, 'links'], true],
	['a stored Markdown format that the service added', ['links'], ['links', 'markdown'], true],
	['formats in another order', ['links', tracking], [tracking, links], true],
	['default settings', ['screenshot'], [{ type: 'screenshot', fullPage: false }], true],
	['another format', ['links'], [html], false],
	['an additional format', ['links'], [links, html], false],
	['fewer formats', ['links', 'html'], [links], false],
	['other settings', [tracking], [{ ...tracking, modes: ['git-diff'] }], false],
	['no formats', ['links'], undefined, false],
])('isSameMonitor compares formats: %s', (_case, wanted, found, expected) => {
	const withFormats = (formats: unknown) => {
		return { ...requested, targets: [{ ...a, scrapeOptions: { formats } }] };
	};
	expect(isSameMonitor(withFormats(found), withFormats(wanted))).toBe(expected);
});

it.each([
	[`https://n8n.example/webhook-test/${ID}/webhook`, true],
	[`https://other.example/webhook/${ID}/webhook`, false],
	[`https://n8n.example/webhook/another/webhook`, false],
	[`https://n8n.example/staging/webhook/${ID}/webhook`, false],
	['no url', false],
])('isSameNode of a production URL and %j is %s', (url, expected) => {
	expect(isSameNode(`https://n8n.example/webhook/${ID}/webhook`, url)).toBe(expected);
});

it('isSameNode compares hosts with non-ASCII letters, no matter how often it is called', () => {
	const production = 'https://münchen.example/webhook/4711/webhook';
	const test = production.replace('webhook', 'webhook-test');
	const results = Array.from({ length: 20_000 }, () => isSameNode(production, test));
	expect(results).not.toContain(false);
});

describe('monitorChanges', () => {
	const known = knownSchedule(stored, requested);
	const schedule = (fields: object) => ({ schedule: fields });

	it('contains the whole value of each field that differs', () => {
		const { targets } = requested;
		expect(monitorChanges(stored, requested, known)).toEqual({});
		const changed = { ...stored, name: 'Other', targets: [...stored.targets, { type: 'search' }] };
		expect(monitorChanges(changed, requested, known)).toEqual({ name: 'Prices', targets });
	});

	it.each([
		['a text whose cron is not known', {}, {}, undefined],
		['a cron that was changed elsewhere', schedule({ cron: '8 * * * *' }), {}, known],
		['another text', {}, schedule({ text: 'daily' }), known],
		['another time zone', {}, schedule({ text: 'hourly', timezone: 'Asia/Tokyo' }), known],
	])('contains the schedule for %s', (_title, change, wanted, knownOne) => {
		const body = { ...requested, ...wanted };
		const changes = monitorChanges({ ...stored, ...change }, body, knownOne);
		expect(changes).toEqual({ schedule: body.schedule });
	});

	it('ignores the other fields of a schedule with a cron expression', () => {
		expect(monitorChanges(stored, schedule({ cron: '7 * * * *' }))).toEqual({});
	});
});
