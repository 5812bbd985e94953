import {
	comparePage,
	type PageCheck,
} from '../../../nodes/WebData/operations/pageTrigger/comparePage';
import {
	checkOrder,
	keptCharacters,
	nextState,
	readState,
	type PollSettings,
	type PageTriggerState,
} from '../../../nodes/WebData/operations/pageTrigger/pageState';
import {
	comparedText,
	trackedValues,
} from '../../../nodes/WebData/operations/pageTrigger/comparedText';
import type { INodeProperties } from 'n8n-workflow';
import { pageTriggerProperties } from '../../../nodes/WebData/operations';

const [A, B, C] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];

const settings: PollSettings = {
	urls: [A, B],
	emitFirstCheck: false,
	emitFailures: false,
	beforeCharacters: 100,
};

const at = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`;

const content = (url: string, text: string, minute = 0): PageCheck => ({
	kind: 'content',
	url,
	checkedAt: at(minute),
	hash: `hash of ${text}`,
	markdown: text,
	page: { markdown: text },
});

const tracked = (url: string, text: string, values: string, differ: boolean): PageCheck =>
	({ ...content(url, text), tracked: { hash: values, differ } }) as PageCheck;

const failed = (url: string, reason = 'timeout 504'): PageCheck => ({
	kind: 'failed',
	url,
	checkedAt: at(0),
	reason,
	failure: { message: reason },
});

const missing = (url: string, minute = 0): PageCheck => ({
	kind: 'missing',
	url,
	checkedAt: at(minute),
	page: { metadata: { statusCode: 404 } },
});

const empty = readState(undefined, 'settings');

const after = (polls: PageCheck[][], changed: Partial<PollSettings> = {}): PageTriggerState =>
	polls.reduce(
		(state, checks) => nextState(state, checks, { ...settings, ...changed }).state,
		empty,
	);

const statuses = (
	state: PageTriggerState,
	checks: PageCheck[],
	changed: Partial<PollSettings> = {},
) =>
	nextState(state, checks, { ...settings, ...changed }).changes.map((change) => [
		change.url,
		change.changeStatus,
	]);

const known = after([[content(A, 'one'), content(B, 'two')]]);

describe('the first check of a page', () => {
	it('is only recorded', () => {
		expect(statuses(empty, [content(A, 'one')])).toEqual([]);
		expect(Object.values(known.pages)).toMatchObject([
			{ content: { hash: 'hash of one' } },
			{ content: { hash: 'hash of two' } },
		]);
	});

	it('is output with Emit First Check, without before', () => {
		const { changes } = nextState(empty, [content(A, 'one')], {
			...settings,
			emitFirstCheck: true,
		});
		expect(changes).toMatchObject([
			{ url: A, changeStatus: 'new', before: null, after: { hash: 'hash of one' } },
		]);
	});

	it('is only recorded for a page that is added to the list', () => {
		const urls = [A, B, C];
		expect(statuses(known, [content(A, 'one'), content(C, 'three')], { urls })).toEqual([]);
	});
});

describe('a page that was checked before', () => {
	it('is not output while it stays the same, and the state does not change', () => {
		const { changes, state } = nextState(
			known,
			[content(A, 'one', 1), content(B, 'two', 1)],
			settings,
		);
		expect(changes).toEqual([]);
		expect(JSON.stringify(state)).toBe(JSON.stringify(known));
	});

	it('is output once with before and after when it changes', () => {
		const check = content(A, 'eins', 3);
		const { changes, state } = nextState(known, [check], settings);
		expect(changes).toEqual([
			{
				url: A,
				changeStatus: 'changed',
				checkedAt: at(3),
				before: { since: at(0), hash: 'hash of one', markdown: 'one', isTruncated: false },
				after: { hash: 'hash of eins', markdown: 'eins' },
			},
		]);
		expect(statuses(state, [check])).toEqual([]);
	});

	it('is compared with the last content that was output when it changes back', () => {
		const changed = after([[content(A, 'one')], [content(A, 'eins')]]);
		expect(statuses(changed, [content(A, 'one')])).toEqual([[A, 'changed']]);
	});

	it('is output as removed once, and as new when it returns', () => {
		expect(statuses(known, [missing(A)])).toEqual([[A, 'removed']]);
		const removed = nextState(known, [missing(A)], settings).state;
		expect(statuses(removed, [missing(A)])).toEqual([]);
		expect(statuses(removed, [content(A, 'one')])).toEqual([[A, 'new']]);
	});
});

describe('a page that fails', () => {
	it('keeps its content, and a change is found by the next check', () => {
		const { changes, state } = nextState(known, [failed(A), content(B, 'zwei')], settings);
		expect(changes.map(({ url }) => url)).toEqual([B]);
		expect(statuses(state, [content(A, 'eins'), content(B, 'zwei')])).toEqual([[A, 'changed']]);
	});

	it('does not count as changed when it is the same after the failure', () => {
		const { state } = nextState(known, [failed(A)], settings);
		expect(statuses(state, [content(A, 'one')])).toEqual([]);
	});

	it('has its first check when it first succeeds', () => {
		const { state } = nextState(empty, [failed(A)], settings);
		expect(statuses(state, [content(A, 'one')])).toEqual([]);
	});

	it('is output once for each reason with Output as Items', () => {
		const items = { emitFailures: true };
		expect(statuses(known, [failed(A)], items)).toEqual([[A, 'failed']]);
		const failing = nextState(known, [failed(A)], { ...settings, ...items }).state;
		expect(statuses(failing, [failed(A)], items)).toEqual([]);
		expect(statuses(failing, [failed(A, 'paymentRequired 402')], items)).toEqual([[A, 'failed']]);
	});

	it('is output again when it fails after it has worked', () => {
		const items = { emitFailures: true };
		const recovered = after([[content(A, 'one')], [failed(A)], [content(A, 'one')]], items);
		expect(statuses(recovered, [failed(A)], items)).toEqual([[A, 'failed']]);
	});
});

describe('a poll that ends halfway', () => {
	it('keeps the records of pages that it did not reach, and the next poll starts with them', () => {
		const urls = [A, B, C];
		const all = [content(A, 'one'), content(B, 'two'), content(C, 'three')];
		const before = after([all], { urls });
		const { state } = nextState(before, [content(A, 'eins')], { ...settings, urls });
		expect(checkOrder(state, urls)).toEqual([B, C, A]);
		expect(statuses(state, [content(B, 'zwei'), content(C, 'drei')], { urls })).toEqual([
			[B, 'changed'],
			[C, 'changed'],
		]);
	});

	it('reaches every page after several polls, including the pages at the end of the list', () => {
		const urls = Array.from({ length: 10 }, (_, index) => `https://example.com/${index}`);
		let state = empty;
		const reached: string[] = [];
		for (let poll = 0; poll < 4; poll++) {
			const checked = checkOrder(state, urls).slice(0, 3);
			reached.push(...checked);
			const checks = checked.map((url) => content(url, 'text'));
			state = nextState(state, checks, { ...settings, urls }).state;
		}
		expect(new Set(reached)).toEqual(new Set(urls));
	});

	it('finds the same changes again if its state was not saved', () => {
		const checks = [content(A, 'eins')];
		expect(nextState(known, checks, settings)).toEqual(nextState(known, checks, settings));
		expect(statuses(known, checks)).toEqual([[A, 'changed']]);
	});
});

describe('the state', () => {
	it('drops pages that are no longer in the list', () => {
		const { state } = nextState(known, [content(B, 'two')], { ...settings, urls: [B] });
		expect(Object.values(state.pages)).toMatchObject([{ content: { hash: 'hash of two' } }]);
		expect(statuses(state, [content(A, 'eins')])).toEqual([]);
	});

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

	it('is unchanged after n8n stores it as JSON', () => {
		expect(readState(JSON.parse(JSON.stringify(known)), 'settings')).toEqual(
			JSON.parse(JSON.stringify(known)),
		);
	});

	it('keeps the beginning of a long text, without half of a surrogate pair', () => {
		const { state } = nextState(empty, [content(A, 'ab🦊')], { ...settings, beforeCharacters: 3 });
		expect(Object.values(state.pages)).toMatchObject([
			{ content: { text: 'ab', isTruncated: true } },
		]);
	});

	it('keeps only a hash with 0 characters', () => {
		const { state } = nextState(empty, [content(A, 'one')], { ...settings, beforeCharacters: 0 });
		const { changes } = nextState(state, [content(A, 'eins')], settings);
		expect(changes[0]?.before).toEqual({ since: at(0), hash: 'hash of one' });
	});

	it.each([
		[10, 5000],
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

	it('are compared with the stored values after that, regardless of the service', () => {
		expect(statuses(second, [tracked(A, 'uno', 'price 1', true)])).toEqual([]);
		expect(statuses(second, [tracked(A, 'uno', 'price 2', false)])).toEqual([[A, 'changed']]);
	});

	it('are ignored if the text is the same', () => {
		expect(statuses(second, [tracked(A, 'eins', 'price 2', true)])).toEqual([]);
	});

	it('are remembered while other parts of the page change', () => {
		const other = nextState(second, [tracked(A, 'uno', 'price 1', false)], settings).state;
		expect(statuses(other, [tracked(A, 'dos', 'price 2', false)])).toEqual([[A, 'changed']]);
	});
});

it('comparePage reports unchanged pages in a test run', () => {
	const { change, isNews } = comparePage({}, content(A, 'one'), 10);
	expect([change.changeStatus, isNews]).toEqual(['new', true]);
	const record = Object.values(known.pages)[0] ?? {};
	expect(comparePage(record, content(A, 'one'), 10).change.changeStatus).toBe('same');
});

const all = { ignoreDigits: false, ignoreLines: [] };

describe('comparedText', () => {
	it('ignores white space at the ends of lines and of the text', () => {
		expect(comparedText('# News  \r\n\r\nText\n\n', all)).toBe('# News\n\nText');
	});

	it('keeps digits and white space inside a line', () => {
		expect(comparedText('1  2', all)).toBe('1  2');
	});

	it('ignores any number of digits', () => {
		const ignored = { ...all, ignoreDigits: true };
		expect(comparedText('Visit 9 on 2026-01-01', ignored)).toBe(
			comparedText('Visit 10 on 2026-11-22', ignored),
		);
		expect(comparedText('Visit 9', ignored)).not.toBe(comparedText('Visits 9', ignored));
	});

	it('ignores lines that contain a string, which is not a pattern', () => {
		const ignored = { ...all, ignoreLines: ['Updated (', '.*'] };
		expect(comparedText('A\nLast Updated (today)\nB', ignored)).toBe('A\nB');
	});
});

describe('trackedValues', () => {
	const page = (json: unknown) => ({ changeTracking: { json } });
	const price = (previous: unknown, current: unknown) => page({ price: { previous, current } });

	it('compares previous and current values, regardless of the order of keys', () => {
		expect(trackedValues(price({ a: 1, b: [2] }, { b: [2], a: 1 }))?.differ).toBe(false);
		expect(trackedValues(price(1, 2))?.differ).toBe(true);
	});

	it('has the same hash for the same current values', () => {
		expect(trackedValues(price(1, 2))?.hash).toBe(trackedValues(price(3, 2))?.hash);
		expect(trackedValues(price(1, 2))?.hash).not.toBe(trackedValues(price(1, 3))?.hash);
	});

	it.each([{}, page(null), page({}), page({ price: 3 })])(
		'is undefined without fields: %j',
		(each) => {
			expect(trackedValues(each)).toBeUndefined();
		},
	);
});

it('Request Settings of the page trigger has no credit limit, because a poll is not an execution', () => {
	const settings = pageTriggerProperties.find(({ name }) => name === 'requestSettings');
	const names = (settings?.options as INodeProperties[]).map(({ name }) => name);
	expect(names.sort()).toEqual([
		'maxRequestsAtOnce',
		'maxResponseSize',
		'maxRetryWait',
		'maxTries',
	]);
});
