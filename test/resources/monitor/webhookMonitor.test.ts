import { monitorDifferences } from '../../../nodes/WebData/resources/monitor/operations';
import {
	isSameMonitor,
	knownMonitor,
	monitorChanges,
} from '../../../nodes/WebData/resources/monitor/webhookMonitor';

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

it.each<[string, object, boolean]>([
	['settings', { ...a, scrapeOptions: { mobile: true } }, true],
	['the spelling of a URL', page('https://EXAMPLE.com:443/a'), true],
	['another URL', page('https://example.com/b'), false],
	['another type', { type: 'crawl', url: 'https://example.com/a' }, false],
])('isSameMonitor compares only the addresses of targets: %s', (_what, target, expected) => {
	expect(isSameMonitor(stored, { ...requested, targets: [target] })).toBe(expected);
});

it.each([
	{ name: 'Jobs' },
	{ webhook: { url: 'https://hook.example.com' } },
	{ status: 'deleted' },
])('isSameMonitor returns false for a stored monitor with %j', (change) => {
	expect(isSameMonitor({ ...stored, ...change }, requested)).toBe(false);
});

const target = (fields: object) => ({ targets: [fields] });
const formats = (...list: unknown[]) => target({ ...a, scrapeOptions: { formats: list } });
const crawl = (crawlOptions?: object) => target({ type: 'crawl', url: 'x', crawlOptions });
const search = (rest: object) => target({ type: 'search', queries: ['tides'], ...rest });
const tracking = (mode: string) => ({ type: 'changeTracking', modes: [mode] });
const every = (text: string) => ({ schedule: { text } });
const cron = (expression: string, timezone = 'UTC') => ({
	schedule: { cron: expression, timezone },
});

it.each<[string, object, object, string[]]>([
	['IDs and defaults', {}, {}, []],
	['the added Markdown', formats('links'), formats('links', 'markdown'), []],
	['order', formats('links', tracking('json')), formats(tracking('json'), { type: 'links' }), []],
	['another format', formats('links'), formats({ type: 'html' }), ['targets']],
	['a mode', formats(tracking('json')), formats(tracking('git-diff')), ['targets']],
	['the default limit', crawl(), crawl({ limit: 10_000 }), []],
	['a limit that is not requested', crawl(), crawl({ limit: 500 }), ['targets']],
	['another limit', crawl({ limit: 50 }), crawl({ limit: 500 }), ['targets']],
	['a number of results', search({}), search({ maxResults: 50 }), ['targets']],
	['a pause', {}, { status: 'paused' }, ['status']],
	['a goal and a retention', { goal: 'Prices' }, { retentionDays: 7 }, ['goal', 'retentionDays']],
	['a cron expression', cron('0 9 * * *'), cron('0 8 * * *'), ['schedule']],
	['a time zone', every('hourly'), cron('7 * * * *', 'Asia/Tokyo'), ['schedule']],
	['no words', every('daily at 9:00 pm'), cron('3 21 * * *'), []],
])('monitorDifferences compares %s', (_what, wanted, found, expected) => {
	const differences = monitorDifferences({ ...stored, ...found }, { ...requested, ...wanted });
	expect(differences).toEqual(expected);
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

	const noMail = { notification: { email: { enabled: false } } };

	it.each<[string, object, object, object]>([
		['nothing for defaults and IDs of the service', {}, { status: 'active' }, {}],
		['a whole schedule', {}, { schedule: { text: 'hourly' } }, { schedule: { text: 'hourly' } }],
		['a whole notification', {}, noMail, noMail],
		['targets that changed elsewhere', { targets: [] }, {}, { targets: wanted.targets }],
		['a changed schedule', { schedule: { cron: '8 * * * *' } }, {}, { schedule: wanted.schedule }],
		['a goal that was removed from the form', {}, { goal: undefined }, { goal: null }],
		['a removed notification', {}, { notification: undefined }, noMail],
	])('contains %s', (_what, elsewhere, form, expected) => {
		const changes = monitorChanges({ ...stored, ...elsewhere }, { ...wanted, ...form }, known);
		expect(changes).toEqual(expected);
	});

	it('leaves a field that the form has never contained', () => {
		const form = { ...wanted, goal: undefined };
		expect(monitorChanges(stored, form, knownMonitor(stored, form))).toEqual({});
	});

	it('contains what the monitor does not contain if nothing is known, and resets the rest', () => {
		const { name, schedule, targets } = wanted;
		expect(monitorChanges(stored, { name, schedule, targets })).toEqual({
			...{ schedule, goal: null, judgeEnabled: false, retentionDays: 30 },
			...noMail,
		});
	});
});
