import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import {
	continuesOnFailure,
	explainEmpty,
	truncateForModel,
} from '../../../nodes/WebData/host/output/tool';

const node = (type: string) => ({ type: `n8n-nodes-web-data.${type}` }) as unknown as INode;
const tool = node('webDataTool');
const ordinary = node('webData');

interface Host {
	of?: INode;
	maxTextLength?: number;
	continueOnFail?: boolean;
	insideAgent?: boolean;
}

const host = ({ of = tool, maxTextLength, continueOnFail = false, insideAgent }: Host) =>
	({
		getNode: () => of,
		getNodeParameter: (_name: string, _index: number, fallback: unknown) =>
			maxTextLength ?? fallback,
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

describe('texts', () => {
	const long = 'x'.repeat(12);
	const json = { markdown: long, links: ['ab', long], metadata: { statusCode: 200, none: null } };
	const items = [{ json, pairedItem: { item: 0 } }];
	const cutText = 'xxxxxxxxxx\n\n[Truncated: the text contains 12 characters, and the limit is 10]';

	it('at any depth are truncated if they are too long for the model, with a note', () => {
		expect(truncateForModel(host({ maxTextLength: 10 }), items)).toEqual([
			{ json: { ...json, markdown: cutText, links: ['ab', cutText] }, pairedItem: { item: 0 } },
		]);
		expect(json.markdown).toBe(long);
	});

	it.each<[string, Host]>([
		['have exactly the maximum length', { maxTextLength: 12 }],
		['are in a workflow', { of: ordinary, maxTextLength: 10 }],
		['have the default maximum, because the field is missing', {}],
	])('are kept if they %s', (_case, given) => {
		expect(truncateForModel(host(given), items)).toEqual(items);
	});

	it('are truncated in JSON with the maximum number of nested levels', () => {
		const nested = (text: string): string => `${'{"a":'.repeat(3999)}"${text}"${'}'.repeat(3999)}`;
		const json = JSON.parse(nested(long)) as IDataObject;
		const [item] = truncateForModel(host({ maxTextLength: 10 }), [{ json }]);
		expect(JSON.stringify(item?.json)).toContain('"xxxxxxxxxx\\n');
	});
});

it('explainEmpty gives a tool without output an item with its hints', () => {
	const hints = [{ message: 'The search found no results.' }, { message: 'A word was ignored.' }];

	const message = 'The result is empty. The search found no results. A word was ignored.';
	const items = [{ json: { message }, pairedItem: { item: 0 } }];
	expect(explainEmpty(host({}), [], hints)).toEqual(items);
	expect(explainEmpty(host({}), [], [])[0]?.json.message).toBe('The result is empty.');
});
