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
		expect(result.at(-1)?.json.message).toContain('characters. 401 of 600 items are omitted. To');
		expect(result).toHaveLength(200);
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

it('outputForModel gives a tool without output an item with its hints', () => {
	const hints = [{ message: 'The search found no results.' }, { message: 'A word was ignored.' }];

	const message = 'The result is empty. The search found no results. A word was ignored.';
	const items = [{ json: { message }, pairedItem: { item: 0 } }];
	expect(outputForModel(host({}), [], hints)).toEqual(items);
	expect(outputForModel(host({}), [], [])[0]?.json.message).toBe('The result is empty.');
});
