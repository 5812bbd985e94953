import {
	comparedText,
	type PageCheck,
	trackedValues,
} from '../../../nodes/WebData/triggers/pages/compare';
import {
	checkOrder,
	keptCharacters,
	nextState,
	type PageTriggerState,
	type PollSettings,
	readState,
} from '../../../nodes/WebData/triggers/pages/state';
import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../../nodes/WebData/json/json';
import { preparePoll } from '../../../nodes/WebData/triggers/pages/checkPage';
import {
	pageTriggerProperties,
	pageTriggerValues,
} from '../../../nodes/WebData/triggers/pages/form';

const [A, B, C] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];

const emit = { emitFirstCheck: false, failedPages: 'log' } as const;
const settings: PollSettings = { urls: [A, B], ...emit, beforeCharacters: 100 };

const at = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`;

const content = (url: string, text: string, minute = 0): PageCheck => ({
	...{ kind: 'content', url, checkedAt: at(minute), hash: `hash of ${text}` },
	...{ markdown: text, page: { markdown: text } },
});

const tracked = (url: string, text: string, values: string, differ: boolean): PageCheck =>
	({ ...content(url, text), tracked: { hash: values, differ } }) as PageCheck;

const empty = readState(undefined, 'settings');

const next = (state: PageTriggerState, checks: PageCheck[], changed: Partial<PollSettings> = {}) =>
	nextState(state, checks, { ...settings, ...changed });
const after = (polls: PageCheck[][], changed?: Partial<PollSettings>): PageTriggerState =>
	polls.reduce((state, checks) => next(state, checks, changed).state, empty);
const statuses = (...args: Parameters<typeof next>) =>
	next(...args).changes.map((change) => [change.url, change.changeStatus]);

const known = after([[content(A, 'one'), content(B, 'two')]]);

it('a page that stays the same is not output, and the state does not change', () => {
	const { changes, state } = next(known, [content(A, 'one', 1), content(B, 'two', 1)]);
	expect(changes).toEqual([]);
	expect(JSON.stringify(state)).toBe(JSON.stringify(known));
});

it('a poll that ends halfway keeps the records of pages that it did not reach, and the next poll starts with them', () => {
	const urls = [A, B, C];
	const all = [content(A, 'one'), content(B, 'two'), content(C, 'three')];
	const before = after([all], { urls });
	const { state } = next(before, [content(A, 'eins')], { urls });
	expect(checkOrder(state, urls)).toEqual([B, C, A]);
	expect(statuses(state, [content(B, 'zwei'), content(C, 'drei')], { urls })).toEqual([
		[B, 'changed'],
		[C, 'changed'],
	]);
	const { state: later } = next(state, [content(B, 'two'), content(C, 'three')], { urls });
	expect(readState(JSON.parse(JSON.stringify(later)), 'settings')).toEqual(later);
});

it('a first poll that ends halfway keeps the pages that it reached', () => {
	const { state } = next(empty, [content(A, 'one')]);
	expect(statuses(readState(state, 'settings'), [content(A, 'eins')])).toEqual([[A, 'changed']]);
});

describe('the state', () => {
	it('is empty under other settings, because the contents cannot be compared', () => {
		expect(readState(known, 'other settings').pages).toEqual({});
		expect(readState(known, 'settings')).toEqual(known);
	});

	it.each([undefined, null, 'text', { pages: [] }, { settings: 'settings', pages: { a: 1 } }])(
		'is empty if the stored value is not a state: %j',
		(stored) => {
			expect(readState(stored, 'settings')).toEqual({ settings: 'settings', pages: {} });
		},
	);

	it('keeps only a hash with 0 characters', () => {
		const { state } = next(empty, [content(A, 'one')], { beforeCharacters: 0 });
		const { changes } = next(state, [content(A, 'eins')]);
		expect(changes[0]?.before).toEqual({ since: at(0), hash: 'hash of one' });
	});

	it.each([
		[400, 5000],
		[1000, 2000],
	])('keeps at most 2 million characters: for %d pages, %d each', (count, characters) => {
		const urls = new Array<string>(count).fill(A);
		expect(keptCharacters({ ...settings, urls, beforeCharacters: 5000 })).toBe(characters);
	});
});

describe('tracked fields', () => {
	const first = after([[content(A, 'one')]]);
	const second = after([[content(A, 'one')], [tracked(A, 'eins', 'price 1', true)]]);

	it('are compared with the previous values of the service when no values are stored', () => {
		expect(statuses(first, [tracked(A, 'eins', 'price 1', false)])).toEqual([]);
		expect(statuses(first, [tracked(A, 'eins', 'price 2', true)])).toEqual([[A, 'changed']]);
	});

	it('are compared with the values of the page after that, regardless of the service', () => {
		expect(statuses(second, [tracked(A, 'uno', 'price 1', true)])).toEqual([]);
		expect(statuses(second, [tracked(A, 'uno', 'price 2', false)])).toEqual([[A, 'changed']]);
	});

	it.each([{ json: {} }, { changeStatus: 'same' }, { changeStatus: 'same', json: null }])(
		'have not changed if the service returns no difference: %j',
		(changeTracking) => {
			const values = { tracked: trackedValues({ changeTracking }) };
			const { changes, state } = next(second, [{ ...content(A, 'uno'), ...values } as PageCheck]);
			expect(changes).toEqual([]);
			expect(statuses(state, [tracked(A, 'due', 'price 1', true)])).toEqual([]);
			const [change] = next(state, [tracked(A, 'due', 'price 2', true)]).changes;
			expect(change?.before).toMatchObject({ hash: 'hash of eins', markdown: 'eins' });
		},
	);
});

it('several spellings of a URL are one page, with the URL that was entered first', () => {
	const first = 'https://EXAMPLE.com:443/a';
	const { urls } = pageTriggerValues.parse({ urls: [first, A, B] });
	expect(urls).toEqual([first, B]);
	expect(statuses(known, [content(first, 'eins')], { urls })).toEqual([[first, 'changed']]);
});

it.each<[string, JsonObject, boolean]>([
	['the value of an expression', {}, true],
	['Audit Metadata', { auditMetadata: { username: 'b' } }, true],
	['Cache: Max Age (Ms)', { maxAge: 60_000 }, true],
	['Threat Protection', { threatProtection: { mode: 'off' } }, true],
	['Only Main Content', { onlyMainContent: false }, false],
])('settingsFingerprint depends on what decides the content: %s', (_name, added, isSame) => {
	const cookieOf = (value: string) => ({ header: [{ name: 'Cookie', value }] });
	const fingerprintOf = (cookie: string, more: JsonObject = {}) => {
		const options = { headers: cookieOf(cookie), ...more };
		const stored = { urls: A, options: { ...options, headers: cookieOf('={{ $vars.cookie }}') } };
		const get = (name: string) => ({ urls: A, options })[name as 'urls'];
		const poll = preparePoll({ stored, get }, false);
		return 'issues' in poll ? poll.issues : poll.fingerprint;
	};
	expect(fingerprintOf('a=1') === fingerprintOf('a=2', added)).toBe(isSame);
});

it.each([
	['white space at the ends of lines', {}, '# News  \r\n\r\nText\n\n', '# News\n\nText'],
	['lines that contain a string', { ignoreLines: ['(', '.*'] }, 'A\nUpdated (today)\nB', 'A\nB'],
])('comparedText ignores %s', (_what, ignored, text, compared) => {
	expect(comparedText(text, { ignoreDigits: false, ignoreLines: [], ...ignored })).toBe(compared);
});

it('comparedText ignores digits only if they are to be ignored', () => {
	const textOf = (text: string, ignoreDigits = true) =>
		comparedText(text, { ignoreDigits, ignoreLines: [] });
	expect(textOf('Visit 9 on 2026-01-01')).toBe(textOf('Visit 10 on 2026-11-22'));
	expect(textOf('Visit 9', false)).not.toBe(textOf('Visit 10', false));
});

it('trackedValues compares previous and current values, regardless of the order of keys', () => {
	const differs = (previous: unknown, current: unknown) =>
		trackedValues({ changeTracking: { json: { price: { previous, current } } } })?.differ;
	expect(differs({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(false);
	expect(differs(1, 2)).toBe(true);
	expect(differs({ a: 1 }, { a: 2 })).toBe(true);
});

it.each<JsonObject>([
	{ changeStatus: 'changed' },
	{ json: { price: 89.5 } },
	{ json: { price: { current: 89.5 } } },
	{ json: { price: { previous: 89.5, current: 79 }, stock: { previous: 1 } } },
])('trackedValues does not know whether the fields of %j differ', (changeTracking) => {
	expect(trackedValues({ changeTracking })).toBeUndefined();
});

it('Request Settings of the page trigger has no credit limit, because a poll is not an execution', () => {
	const settings = pageTriggerProperties.find(({ name }) => name === 'requestSettings');
	const names = (settings?.options as INodeProperties[]).map(({ name }) => name);
	expect(names).not.toContain('maxCreditsPerExecution');
	expect(names).toContain('maxTries');
});
