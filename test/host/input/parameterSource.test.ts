import type { INode, INodeParameters } from 'n8n-workflow';
import { openParameters } from '../../../nodes/WebData/host/input/parameterSource';

function source(parameters: INodeParameters) {
	const reads: string[] = [];
	const opened = openParameters({
		getNode: () => ({ parameters }) as INode,
		getNodeParameter: ((name: string, itemIndex: number) => {
			reads.push(`${name} of ${itemIndex}`);
			return `value for ${itemIndex}`;
		}) as never,
	});
	const values = [0, 1, 2].map((itemIndex) => opened.get('field', itemIndex, null));
	return { reads, values };
}

it.each<[string, INodeParameters[string]]>([
	['a string', 'https://example.com'],
	['undefined, because it is hidden', undefined as never],
	['a string that contains an equals sign', 'a=b'],
	['rows of strings', { format: [{ type: 'markdown' }] }],
	['a number', 5],
])('reads a parameter stored as %s once', (_name, stored) => {
	expect(source({ field: stored })).toEqual({
		reads: ['field of 0'],
		values: ['value for 0', 'value for 0', 'value for 0'],
	});
});

it.each<[string, INodeParameters[string]]>([
	['an expression', '={{ $json.url }}'],
	['rows, one with an expression', { action: [{ type: 'wait' }, { type: '={{ $json.type }}' }] }],
	['a list with an expression', ['a', '={{ $json.tag }}']],
])('reads a parameter stored as %s for each item', (_name, stored) => {
	expect(source({ field: stored })).toEqual({
		reads: ['field of 0', 'field of 1', 'field of 2'],
		values: ['value for 0', 'value for 1', 'value for 2'],
	});
});
