import type { Wait } from '../../../nodes/WebData/client/client';
import type { ItemNotice, ItemResult } from '../../../nodes/WebData/host/item';
import { toRemarks } from '../../../nodes/WebData/host/output/hints';
import type { Notice } from '../../../nodes/WebData/operation/operation';

const done = (notices: ItemNotice[], waits: Wait[] = []): ItemResult => ({
	items: [],
	notices,
	waits,
});

const page = (status: number): Notice => ({ kind: 'page', text: `The page answered ${status}` });
const queued = (ms: number): Notice => ({ kind: 'queued', text: 'Waited {time}', ms });

const unavailable = (delayMs: number): Wait => ({
	...{ httpCode: 503, delayMs },
});
const rateLimited: Wait = { httpCode: 429, delayMs: 7000 };

const nothing = done([]);
const missing = done([page(404)]);

it.each<[string, (ItemResult | undefined)[], string[]]>([
	['no number for a single item', [missing], ['The page answered 404.']],
	[
		"n8n's number for one of several items, even if the item has the notice twice",
		[nothing, done([page(404), page(404)]), nothing],
		['The page answered 404 [item 1].'],
	],
	[
		'the first of many items, and the number of the others',
		[nothing, missing, missing, nothing, missing, missing, nothing, missing, missing],
		['The page answered 404 [items 1, 2, 4, 5, 7, and 1 more].'],
	],
	[
		'no number for a notice of the whole request',
		[done([{ ...page(404), ofRequest: true }]), nothing, nothing],
		['The page answered 404.'],
	],
	[
		'the number of the messages that are not shown, also for a single item',
		[done([404, 403, 500, 501].map(page))],
		[
			'The page answered 404. The page answered 403. The page answered 500. 1 similar message is not shown.',
		],
	],
	[
		'no retry of an item that failed',
		[{ ...done([], [unavailable(2000)]), failure: { kind: 'invalid', issues: [] } }],
		[],
	],
	[
		'up to three texts of a kind, and the advice once',
		[404, 403, 404, 500, 501, 502].map((code) => done([{ ...page(code), advice: 'Check it' }])),
		[
			'The page answered 404 [items 0, 2]. The page answered 403 [item 1]. The page answered 500 [item 3]. 2 similar messages are not shown. Check it.',
		],
	],
	[
		'no time in a URL',
		[done([{ kind: 'redirected', text: 'The URL redirected to https://e.com/{time}' }])],
		['The URL redirected to https://e.com/{time}.'],
	],
	[
		'the longest time of several items',
		[...[1500, 65_400, 900].map((ms) => done([queued(ms)])), nothing],
		['Waited up to 65 s [items 0, 1, 2].'],
	],
	[
		'escaped URLs, and texts that look like HTML',
		[done([{ kind: 'warning', text: 'See https://a.example/?a=1&copy=2 <b>' }])],
		['See https://a.example/?a=1&amp;copy=2 &lt;b>.'],
	],
	[
		'separate times for retries and for waits for the rate limit',
		[done([], [unavailable(2000), rateLimited, unavailable(4500)])],
		[
			'Succeeded only after a retry and a wait of 6.5 s.',
			'Waited 7 s because of the rate limit. To make the workflow faster, upgrade the plan or reduce other traffic on this account.',
		],
	],
])('hints have %s', (_what, results, messages) => {
	expect(toRemarks(results).hints.map(({ message }) => message)).toEqual(messages);
});

it('notices without a kind share a hint if they have the same advice', () => {
	const scrape = { text: 'A page is empty', advice: 'Wait longer' };
	const notices = [scrape, { ...scrape, text: 'A format is empty' }, { text: 'Done' }];
	const { hints } = toRemarks([done([...notices, { text: 'Stored' }])]);
	expect(hints.map(({ message }) => message)).toEqual([
		'A page is empty. A format is empty. Wait longer.',
		'Done.',
		'Stored.',
	]);
});

it('each kind has its own hint, warnings first', () => {
	expect(toRemarks([done([queued(2340), { ...page(404), warns: true }])]).hints).toEqual([
		{ message: 'The page answered 404.', type: 'warning', location: 'outputPane' },
		{ message: 'Waited 2.3 s.', type: 'info', location: 'outputPane' },
	]);
});

it('a model gets the facts as plain text, and only the advice that it can follow', () => {
	const notices: ItemNotice[] = [
		{ kind: 'limit', text: 'See https://a.example/?a=1&b=2', advice: 'Increase it', warns: true },
		{ kind: 'unfinished', text: 'The run did not finish', advice: 'Wait again', forModels: true },
	];
	const ofExecution = [{ kind: 'credits', text: 'This execution has used 2 of 9 credits' }];
	expect(toRemarks([done(notices), nothing], ofExecution).facts).toEqual([
		'See https://a.example/?a=1&b=2 [item 0].',
		'The run did not finish [item 0]. Wait again.',
		'This execution has used 2 of 9 credits.',
	]);
});
