import { formats } from '../../../nodes/WebData/api/scrape/formats';
import { problems } from '../schema/problems';

const named = (...types: string[]) => types.map((type) => ({ type }));

it('most formats require only their type', () => {
	const types =
		'markdown summary html rawHtml screenshot audio video links images branding product menu json';
	const others = ['rawBase64', 'deterministicJson'];
	expect(problems(formats, named(...types.split(' ')))).toEqual([]);
	expect(others.flatMap((type) => problems(formats, named(type)))).toEqual([]);
});

const schema = { type: 'object', properties: { price: { type: 'number' } } };

it.each([
	[{ type: 'markdown' }],
	[{ type: 'question', question: 'How tall is it?' }],
	[{ type: 'highlights', query: 'height' }],
	[{ type: 'query', prompt: 'How tall?', mode: 'directQuote' }],
	[{ type: 'json', prompt: 'The price', schema, checkPromptInjection: true }],
	[{ type: 'deterministicJson', schema }],
	[{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'x' }] }],
	[{ type: 'screenshot', fullPage: true, quality: 1, viewport: { width: 1, height: 1 } }],
])('%j is accepted, but not with a field of another format', (format) => {
	expect(problems(formats, [format])).toEqual([]);
	expect(problems(formats, [{ ...format, delay: 5 }])).toEqual(['0 must not contain "delay"']);
});

it.each([
	[{ type: 'question' }, '0.question is required'],
	[{ type: 'highlights' }, '0.query is required'],
	[{ type: 'query' }, '0.prompt is required'],
	[
		{ type: 'query', prompt: 'x', mode: 'short' },
		'0.mode must be one of freeform, directQuote (it is "short")',
	],
	[{ type: 'attributes' }, '0.selectors is required'],
	[
		{ type: 'attributes', selectors: [] },
		'0.selectors must contain at least 1 entry (it contains 0)',
	],
	[{ type: 'attributes', selectors: [{ selector: 'a' }] }, '0.selectors.0.attribute is required'],
	[
		{ type: 'attributes', selectors: [{ selector: 'a', attribute: '', all: true }] },
		'0.selectors.0 must not contain "all"',
	],
	[{ type: 'json', schema: 'object' }, '0.schema must be a JSON object (it is "object")'],
	[
		{ type: 'deterministicJson', checkPromptInjection: true },
		'0 must not contain "checkPromptInjection"',
	],
	[{ type: 'markdown', prompt: 'x' }, '0 must not contain "prompt"'],
	[{ prompt: 'x' }, '0.type is required'],
])('rejects %j: %s', (format, problem) => {
	expect(problems(formats, [format])).toContain(problem);
});

it('an unknown format is rejected with the names of the known ones', () => {
	expect(problems(formats, named('pdf'))).toEqual([
		expect.stringMatching(/^0\.type must be one of markdown, .*, attributes \(it is "pdf"\)$/),
	]);
});

describe('a list of formats', () => {
	it.each([
		[named('markdown', 'html', 'links', 'screenshot', 'summary')],
		[named('changeTracking', 'markdown')],
		[
			[
				{ type: 'changeTracking', modes: ['git-diff', 'json'], schema, tag: 'daily' },
				{ type: 'markdown' },
			],
		],
		[[]],
	])('%j is accepted', (list) => {
		expect(problems(formats, list)).toEqual([]);
	});

	it.each([
		[named('rawBase64', 'markdown'), "must not contain other formats in addition to 'Raw Base64'"],
		[named('changeTracking', 'html'), "must contain 'Markdown' to use 'Change Tracking'"],
		[named('screenshot', 'screenshot'), "must contain 'Screenshot' only once"],
		[named('json', 'deterministicJson'), "must not contain both 'JSON' and 'Deterministic JSON'"],
	])('%j is rejected', (list, problem) => {
		expect(problems(formats, list)).toEqual([problem]);
	});

	it('reports all issues together', () => {
		expect(problems(formats, named('rawBase64', 'changeTracking'))).toHaveLength(2);
	});
});
