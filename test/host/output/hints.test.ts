import type { Wait } from '../../../nodes/WebData/api/http/call';
import { toHints } from '../../../nodes/WebData/host/output/hints';
import type { ItemResult } from '../../../nodes/WebData/host/itemResult';
import { formatDuration } from '../../../nodes/WebData/host/output/insertLabels';
import type { Notice } from '../../../nodes/WebData/operations/operation';

const done = (notices: Notice[], waits: Wait[] = []): ItemResult => ({
	items: [],
	notices,
	waits,
});

const nothing = done([]);
const page = (status: number): Notice => ({ kind: 'page', text: `The page answered ${status}` });
const busy = (delayMs: number): Wait => ({ errorId: 'serviceUnavailable', httpCode: 503, delayMs });
const limited = (delayMs: number): Wait => ({ errorId: 'rateLimit', httpCode: 429, delayMs });

const messagesOf = (...outcomes: (ItemResult | undefined)[]) =>
	toHints(outcomes).map(({ message }) => message);

test('there is no hint without notices', () => {
	expect(messagesOf(nothing, undefined)).toEqual([]);
});

test('a single item has no number', () => {
	expect(messagesOf(done([page(404)]))).toEqual(['The page answered 404.']);
});

test('one of several items has the number that n8n uses in errors', () => {
	expect(messagesOf(nothing, done([page(404)]), nothing)).toEqual([
		'The page answered 404 [item 1].',
	]);
});

test('several items are listed, and many are counted', () => {
	const items = Array.from({ length: 9 }, (_, index) =>
		index % 3 === 0 ? nothing : done([page(404)]),
	);
	expect(messagesOf(...items)).toEqual([
		'The page answered 404 [items 1, 2, 4, 5, 7, and 1 more].',
	]);
});

test('all items are described as "all items"', () => {
	expect(messagesOf(done([page(404)]), done([page(404)]))).toEqual([
		'The page answered 404 [all items].',
	]);
});

test('up to three texts of a kind are shown, and the advice once', () => {
	const withAdvice = (status: number) => done([{ ...page(status), advice: 'Check it' }]);
	expect(messagesOf(...[404, 403, 404, 500, 501, 502].map(withAdvice))).toEqual([
		'The page answered 404 [items 0, 2]. The page answered 403 [item 1]. The page answered 500 [item 3]. 2 more items had a similar problem. Check it.',
	]);
});

test('an item with the same notice twice is named once', () => {
	expect(messagesOf(nothing, done([page(404), page(404)]))).toEqual([
		'The page answered 404 [item 1].',
	]);
});

test('each kind has its own hint, warnings first', () => {
	const queued: Notice = { kind: 'queued', text: 'Waited {time}', ms: 2340 };
	expect(toHints([done([queued, { ...page(404), warns: true }])])).toEqual([
		{ message: 'The page answered 404.', type: 'warning', location: 'outputPane' },
		{ message: 'Waited 2.3 s.', type: 'info', location: 'outputPane' },
	]);
});

test('the longest time of several items is shown', () => {
	const queued = (ms: number) => done([{ kind: 'queued', text: 'Waited {time}', ms }]);
	expect(messagesOf(queued(1500), queued(65_400), queued(900), nothing)).toEqual([
		'Waited up to 65 s [items 0, 1, 2].',
	]);
});

test('URLs and texts that look like HTML are escaped', () => {
	const notice = { kind: 'warning', text: 'See https://a.example/?a=1&copy=2 <b>' };
	expect(messagesOf(done([notice]))).toEqual(['See https://a.example/?a=1&amp;copy=2 &lt;b>.']);
});

test('retries and waits for the rate limit have separate hints with their own times', () => {
	expect(messagesOf(done([], [busy(2000), limited(7000), busy(4500)]))).toEqual([
		'Succeeded only after a retry, with a wait of 6.5 s.',
		'Waited 7 s because of the account limit. To make the workflow faster, upgrade the plan or reduce other traffic on this account.',
	]);
});

test.each([
	[0, '0 s'],
	[3000, '3 s'],
	[949, '0.9 s'],
	[9949, '9.9 s'],
	[10_000, '10 s'],
	[150_000, '150 s'],
	[599_000, '599 s'],
	[600_000, '10 minutes'],
	[7_199_000, '120 minutes'],
	[7_200_000, '2 hours'],
	[172_799_000, '48 hours'],
	[172_800_000, '2 days'],
	[864_000_000, '10 days'],
])('formatDuration formats %i ms as %s', (ms, formatted) => {
	expect(formatDuration(ms)).toBe(formatted);
});
