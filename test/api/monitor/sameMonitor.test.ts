import { isSameMonitor } from '../../../nodes/WebData/api/monitor/sameMonitor';
import {
	isSameNode,
	knownMonitor,
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

it.each([
	['the status "paused"', { status: 'paused' }, {}],
	['the spelling of a URL', {}, { targets: [page('https://EXAMPLE.com:443/a')] }],
])('isSameMonitor ignores %s', (_what, change, wanted) => {
	expect(isSameMonitor({ ...stored, ...change }, { ...requested, ...wanted })).toBe(true);
});

it.each([
	['another name', { name: 'Jobs' }],
	['other URLs', { targets: [page('https://example.com/b')] }],
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
	['a stored Markdown format that the service added', ['links'], ['links', 'markdown'], true],
	['formats in another order', ['links', tracking], [tracking, links], true],
	['another format', ['links'], [html], false],
	['fewer formats', ['links', 'html'], [links], false],
	['other settings', [tracking], [{ ...tracking, modes: ['git-diff'] }], false],
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

describe('monitorChanges', () => {
	const crawl = { type: 'crawl', url: 'https://a.example/x' };
	const wanted = {
		name: 'Tides',
		schedule: { text: 'hourly', timezone: 'Asia/Tokyo' },
		targets: [{ ...crawl, crawlOptions: { limit: 50 } }],
		goal: 'Prices',
		notification: { email: { enabled: true } },
		retentionDays: 7,
	};
	const stored = {
		...wanted,
		status: 'active',
		schedule: { cron: '7 * * * *', timezone: 'Asia/Tokyo' },
		targets: [{ ...wanted.targets[0], id: ID, scrapeOptions: { formats: ['markdown'] } }],
		judgeEnabled: true,
		notification: { email: { enabled: true, recipients: [], includeDiffs: false } },
	};
	const known = knownMonitor(stored, wanted);
	const without = (name: keyof typeof wanted) => ({ ...wanted, [name]: undefined });

	it('is empty for a monitor that only differs in defaults and IDs of the service', () => {
		expect(monitorChanges(stored, { ...wanted, status: 'active' }, known)).toEqual({});
	});

	it.each<[string, object]>([
		['another name', { name: 'Other' }],
		['a schedule without its time zone', { schedule: { text: 'hourly' } }],
		['a notification without its recipients', { notification: { email: { enabled: false } } }],
	])('contains the whole value of a field that was changed in the form: %s', (_title, change) => {
		expect(monitorChanges(stored, { ...wanted, ...change }, known)).toEqual(change);
	});

	it.each<[string, object, object]>([
		['the targets', { targets: [] }, { targets: wanted.targets }],
		['the schedule', { schedule: { cron: '8 * * * *' } }, { schedule: wanted.schedule }],
	])('restores a field that was changed elsewhere: %s', (_title, change, expected) => {
		expect(monitorChanges({ ...stored, ...change }, wanted, known)).toEqual(expected);
	});

	it.each([
		['goal', { goal: null }],
		['notification', { notification: { email: { enabled: false } } }],
	] as const)('resets a field that was removed from the form: %s', (name, expected) => {
		expect(monitorChanges(stored, without(name), known)).toEqual(expected);
	});

	it('leaves a field that the form has never contained', () => {
		const never = knownMonitor(stored, without('goal'));
		expect(monitorChanges(stored, without('goal'), never)).toEqual({});
	});

	it('contains what the monitor does not contain if nothing is known, and resets the rest', () => {
		const { name, schedule, targets } = wanted;
		expect(monitorChanges(stored, { name, schedule, targets })).toEqual({
			...{ schedule, goal: null, judgeEnabled: false, retentionDays: 30 },
			notification: { email: { enabled: false } },
		});
	});
});
