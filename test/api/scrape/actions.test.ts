import { actions } from '../../../nodes/WebData/api/scrape/actions';
import { problems } from '../schema/problems';

it.each([
	[{ type: 'wait', milliseconds: 1 }],
	[{ type: 'wait', selector: 'a' }],
	[{ type: 'screenshot' }],
	[{ type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } }],
	[{ type: 'click', selector: 'a' }],
	[{ type: 'click', selector: 'a.more', all: true }],
	[{ type: 'write', text: 'x' }],
	[{ type: 'press', key: 'x' }],
	[{ type: 'scroll' }],
	[{ type: 'scroll', direction: 'up', selector: '.list' }],
	[{ type: 'scrape' }],
	[{ type: 'executeJavascript', script: '1' }],
	[{ type: 'pdf' }],
	[{ type: 'pdf', format: 'A4', landscape: true, scale: 0.75 }],
])('%j is accepted, but not with a field of another type', (action) => {
	expect(problems(actions, [action])).toEqual([]);
	expect(problems(actions, [{ ...action, delay: 5 }])).toEqual(['0 must not contain "delay"']);
});

it('all PDF formats are accepted', () => {
	const formats = 'A0 A1 A2 A3 A4 A5 A6 Letter Legal Tabloid Ledger'.split(' ');
	expect(
		problems(
			actions,
			formats.map((format) => ({ type: 'pdf', format })),
		),
	).toEqual([]);
});

it.each([
	[{ type: 'click' }, '0.selector is required'],
	[{ type: 'click', selector: '' }, '0.selector must not be empty'],
	[{ type: 'write' }, '0.text is required'],
	[{ type: 'press' }, '0.key is required'],
	[{ type: 'executeJavascript' }, '0.script is required'],
	[{ type: 'screenshot', viewport: { width: 800 } }, '0.viewport.height is required'],
	[
		{ type: 'screenshot', viewport: { width: 800, height: 600, depth: 1 } },
		'0.viewport must not contain "depth"',
	],
	[{ type: 'write', text: '' }, '0.text must not be empty'],
	[{ type: 'press', key: '' }, '0.key must not be empty'],
	[{ type: 'executeJavascript', script: '' }, '0.script must not be empty'],
	[{ type: 'scroll', direction: 'left' }, '0.direction must be one of up, down (it is "left")'],
	[{ type: 'pdf', scale: 'large' }, '0.scale must be a number (it is "large")'],
	[{ type: 'pdf', landscape: 'yes' }, '0.landscape must be true or false (it is "yes")'],
	[{ type: 'scrape', selector: 'a' }, '0 must not contain "selector"'],
	[{ type: 'wait', milliseconds: 5, all: true }, '0 must not contain "all"'],
	[{ selector: 'a' }, '0.type is required'],
	['wait', '0 must be a JSON object (it is "wait")'],
	[
		{ type: 'hover', selector: 'a' },
		'0.type must be one of wait, screenshot, click, write, press, scroll, scrape, executeJavascript, pdf (it is "hover")',
	],
])('rejects %j: %s', (action, problem) => {
	expect(problems(actions, [action])).toEqual([problem]);
});

it.each([[{}], [{ milliseconds: 500, selector: '#results' }]])(
	'rejects a wait with %j: exactly one of milliseconds and selector is required',
	(form) => {
		expect(problems(actions, [{ type: 'scrape' }, { type: 'wait', ...form }])).toEqual([
			'1 must wait either for a duration or for an element',
		]);
	},
);
