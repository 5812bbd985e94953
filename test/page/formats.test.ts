import { actions as actionsField } from '../../nodes/WebData/page/actions';
import { formats } from '../../nodes/WebData/page/formats';
import { problems } from '../form/problems';

const actions = actionsField.type();

const named = (types: string) => types.split(' ').map((type) => ({ type }));

const schema = { type: 'object', properties: { price: { type: 'number' } } };

it('most formats require only their type', () => {
	const types =
		'markdown summary html rawHtml screenshot audio video links images branding product menu';
	expect(problems(formats, named(types))).toEqual([]);
	expect(problems(formats, named('rawBase64'))).toEqual([]);
});

it('a format that the node does not know is accepted with any fields, but not without a name', () => {
	const other = { type: 'newFormat', entityTypes: ['Person'] };
	expect(formats.parse([other])).toEqual([other]);
	expect(problems(formats, [{ type: ' ' }])).toEqual([expect.stringMatching(/^0\.type must be /)]);
	expect(problems(formats, [{ entityTypes: [] }])).toEqual(['0.type is required']);
});

const attributes = { type: 'attributes', selectors: [] };

it.each([
	[{ type: 'question' }, '0.question is required'],
	[attributes, '0.selectors must contain at least 1 entry (it contains 0)'],
	[{ ...attributes, selectors: [{ selector: 'a' }] }, '0.selectors.0.attribute is required'],
	[
		{ type: 'knowledgeGraph', entityTypes: Array<string>(51).fill('Person') },
		'0.entityTypes must contain at most 50 entries (it contains 51)',
	],
])('format %j is rejected: %s', (format, problem) => {
	expect(problems(formats, [format])).toEqual([problem]);
});

const tracking = { type: 'changeTracking', modes: ['git-diff', 'json'], schema, tag: 'daily' };

it.each([
	[[], []],
	[[tracking, { type: 'markdown' }], []],
	[named('rawBase64 markdown'), ["must not contain other formats in addition to 'Raw Base64'"]],
	[named('changeTracking html'), ["must contain 'Markdown' to use 'Change Tracking'"]],
	[named('screenshot screenshot'), ["must contain 'Screenshot' only once"]],
	[named('markdown html html'), ["must contain 'HTML' only once with the same settings"]],
	[['a', 'b'].map((question) => ({ type: 'question', question })), []],
	[
		['json', 'deterministicJson'].map((type) => ({ type, prompt: 'The price' })),
		["must not contain both 'JSON' and 'Deterministic JSON (Beta)'"],
	],
])('the formats %j: %j', (list, expected) => {
	expect(problems(formats, list)).toEqual(expected);
});

describe('a format that extracts data', () => {
	const json = { type: 'changeTracking', modes: ['json'] };
	const markdown = { type: 'markdown' };

	it.each([[[{ type: 'json' }]], [[{ type: 'deterministicJson' }]], [[json, markdown]]])(
		'needs a prompt, a schema, or an example: %j',
		(list) => {
			const problem = "0.prompt is required, unless 'Schema' or 'Example' is set";
			expect(problems(formats, list)).toEqual([problem]);
			const [first, ...others] = list;
			for (const data of [{ prompt: 'The price' }, { schema }, { schemaExample: { price: 1 } }]) {
				expect(problems(formats, [{ ...first, ...data }, ...others])).toEqual([]);
			}
		},
	);

	it('has either a schema or an example', () => {
		const both = { type: 'json', schema, schemaExample: { price: 1 } };
		expect(problems(formats, [both])).toEqual(["0.schemaExample cannot be combined with 'Schema'"]);
	});

	it('needs no description if change tracking only compares the text', () => {
		expect(problems(formats, [{ type: 'changeTracking' }, markdown])).toEqual([]);
	});
});

const eitherWait = "0 must have either 'Duration (Ms)' or 'Selector'";

it.each([
	[{ type: 'click' }, '0.selector is required'],
	[{ type: 'screenshot', viewport: { width: 800 } }, '0.viewport.height is required'],
	[{ type: 'wait' }, eitherWait],
	[{ type: 'wait', milliseconds: 500, selector: '#results' }, eitherWait],
	[
		{ type: 'hover' },
		expect.stringMatching(/^0\.type must be one of: wait, .*, pdf \(it is "hover"\)$/),
	],
])('action %j is rejected: %s', (action, problem) => {
	expect(problems(actions, [action])).toEqual([problem]);
});
