import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { continuesOnFailure, outputForModel } from '../../../nodes/WebData/host/output/tool';

const node = (type: string) => ({ type: `n8n-nodes-web-data.${type}` }) as unknown as INode;
const tool = node('webDataTool');
const ordinary = node('webData');

interface Host {
	of?: INode;
	maxResultLength?: number;
	continueOnFail?: boolean;
	insideAgent?: boolean;
}

const host = ({ of = tool, maxResultLength, continueOnFail = false, insideAgent }: Host) =>
	({
		getNode: () => of,
		getNodeParameter: (_name: string, _index: number, fallback: unknown) =>
			maxResultLength ?? fallback,
		continueOnFail: () => continueOnFail,
		...(insideAgent === undefined ? {} : { isToolExecution: () => insideAgent }),
	}) as unknown as IExecuteFunctions;

it.each<[string, Host, boolean]>([
	['ends the node if On Error is Stop Workflow in an older n8n', {}, false],
	['continues if On Error is Continue', { continueOnFail: true }, true],
	['continues if the agent runs the tool internally', { insideAgent: true }, true],
	['ends the node if the tool runs as a node of the execution', { insideAgent: false }, false],
])('a failure %s', (_case, given, continueOnFail) => {
	expect(continuesOnFailure(host(given))).toBe(continueOnFail);
});

describe('outputForModel', () => {
	const pages = [10, 11].map((page) => ({
		json: { markdown: 'x'.repeat(900), metadata: { url: `https://example.com/${page}` } },
		pairedItem: { item: 0 },
	}));

	it('limits the whole result, and adds a message that says how to get the rest', () => {
		const result = outputForModel(host({ maxResultLength: 1400 }), pages, []);
		const message =
			"This result is truncated to 1400 characters. To read the rest of a page, scrape its URL separately. To get longer results, the user can increase 'Max Result Length' of this tool.";
		expect(result).toMatchObject([
			{ json: { metadata: { url: 'https://example.com/10' } }, pairedItem: { item: 0 } },
			{ json: { metadata: { url: 'https://example.com/11' } } },
			{ json: { message } },
		]);
		expect(JSON.stringify(result.map(({ json }) => json)).length).toBeLessThanOrEqual(1400);
		expect(pages[0]?.json.markdown).toHaveLength(900);
	});

	it('says how many items are omitted', () => {
		const items = Array.from({ length: 300 }, () => pages).flat();
		const result = outputForModel(host({}), items, []);
		expect(result.at(-1)?.json.message).toContain('characters. 521 of 600 items are omitted. To');
		expect(result).toHaveLength(80);
	});

	it.each<[string, Host]>([
		['has exactly the maximum length', { maxResultLength: 1921 }],
		['has no limit', { maxResultLength: 0 }],
		['is in a workflow', { of: ordinary, maxResultLength: 1000 }],
		['is shorter than the default', {}],
	])('keeps a result that %s', (_case, given) => {
		expect(outputForModel(host(given), pages, [])).toBe(pages);
	});
});

it('outputForModel adds the facts at the end, once, and keeps them if the result is truncated', () => {
	const facts = ['2 of 3 pages failed.', 'The crawl reached its limit.'];
	const items = [{ json: { markdown: 'x'.repeat(2000) }, pairedItem: { item: 0 } }];
	const result = outputForModel(host({}), items, facts);
	const message = '2 of 3 pages failed. The crawl reached its limit.';
	expect(result).toEqual([...items, { json: { message }, pairedItem: { item: 0 } }]);
	const truncated = outputForModel(host({ maxResultLength: 1000 }), items, facts);
	expect(truncated.at(-1)?.json.message).toMatch(/^This result is truncated .* its limit\.$/);
	expect(JSON.stringify(truncated.map(({ json }) => json)).length).toBeLessThanOrEqual(1000);
	expect(outputForModel(host({ of: ordinary }), items, facts)).toBe(items);
});

it('outputForModel leaves room for the result if the facts are long', () => {
	const items = [{ json: { markdown: 'x'.repeat(2000) } }];
	const result = outputForModel(host({ maxResultLength: 1000 }), items, ['y'.repeat(5000)]);
	expect(JSON.stringify(result.map(({ json }) => json)).length).toBeLessThanOrEqual(1000);
	expect(result[0]?.json.markdown).toMatch(/^x{100,}/);
});

it('outputForModel counts a character of a non-Latin script as three', () => {
	const items = ['a', 'ä', '灯'].map((letter) => ({ json: { markdown: letter.repeat(20_000) } }));
	const lengths = items.map((item) => outputForModel(host({}), [item], []).length);
	expect(lengths).toEqual([1, 1, 2]);
});

it('outputForModel gives a tool without output an item with its facts', () => {
	const facts = ['The search found no results.', 'A word was ignored.'];

	const message = 'The result is empty. The search found no results. A word was ignored.';
	const items = [{ json: { message }, pairedItem: { item: 0 } }];
	expect(outputForModel(host({}), [], facts)).toEqual(items);
	expect(outputForModel(host({}), [], [])[0]?.json.message).toBe('The result is empty.');
});
