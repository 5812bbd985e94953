import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { toErrorItem, toNodeError } from '../../../nodes/WebData/host/output/errors';
import type { UnsuccessfulItem } from '../../../nodes/WebData/host/itemResult';
import {
	truncateForModel,
	continuesOnFailure,
	isTool,
} from '../../../nodes/WebData/host/output/toolOutput';

const node = (type: string): INode => ({
	id: 'id',
	name: 'Web Data',
	type: `n8n-nodes-web-data.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

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

it('a tool is known by its type, with any package name before it', () => {
	expect([tool, ordinary, node('@scope/pack.webDataTool')].map(isTool)).toEqual([
		true,
		false,
		true,
	]);
});

describe('after a failure', () => {
	it.each<[string, Host, boolean]>([
		['On Error says to stop, and an older n8n tells nothing more', {}, false],
		['On Error says to continue', { continueOnFail: true }, true],
		['the agent runs the tool inside of itself', { insideAgent: true }, true],
		['the tool runs as a node of the execution', { insideAgent: false }, false],
	])('%s', (_case, given, continueOnFail) => {
		expect(continuesOnFailure(host(given))).toBe(continueOnFail);
	});
});

describe('texts', () => {
	const long = 'x'.repeat(12);
	const json = { markdown: long, links: ['ab', long], metadata: { statusCode: 200, none: null } };
	const items = [{ json, pairedItem: { item: 0 } }];
	const cutText = 'xxxxxxxxxx\n\n[Cut here: the text has 12 characters, and 10 are allowed]';

	it('of any depth are cut where they are too long for the model, and say so', () => {
		expect(truncateForModel(host({ maxTextLength: 10 }), items)).toEqual([
			{ json: { ...json, markdown: cutText, links: ['ab', cutText] }, pairedItem: { item: 0 } },
		]);
		expect(json.markdown).toBe(long);
	});

	it.each<[string, Host]>([
		['that are just as long as allowed', { maxTextLength: 12 }],
		['stay whole with 0', { maxTextLength: 0 }],
		['stay whole in a workflow', { of: ordinary, maxTextLength: 10 }],
		['stay whole where the field is not there', {}],
	])('%s', (_case, given) => {
		expect(truncateForModel(host(given), items)).toEqual(items);
	});

	it('are not cut in the middle of a character', () => {
		const [item] = truncateForModel(host({ maxTextLength: 3 }), [{ json: { text: 'ab😀cd' } }]);
		expect(item?.json.text).toBe('ab\n\n[Cut here: the text has 6 characters, and 3 are allowed]');
	});
});

describe('an error', () => {
	const refused: UnsuccessfulItem = {
		kind: 'invalid',
		issues: [
			{ label: 'URL', message: 'is required' },
			{ label: 'Timeout (Ms)', message: 'must be at least 1000 (it is 5)' },
		],
	};
	const remedy =
		"Nothing was sent. Also: 'Timeout (Ms)' must be at least 1000 (it is 5). Correct the values, then try again.";

	it('of a tool says everything in its message: n8n hands the model nothing else', () => {
		const { message, description, context } = toNodeError(tool, refused, 0);
		expect(message).toBe(`'URL' is required. ${remedy}`);
		expect(description).toBeFalsy();
		expect(context.data).toMatchObject({ retryable: false });
	});

	it('in a workflow keeps the remedy in its description', () => {
		const { message, description } = toNodeError(ordinary, refused, 0);
		expect([message, description]).toEqual(["'URL' is required", remedy]);
	});

	it('does not end a message twice', () => {
		const thrown: UnsuccessfulItem = {
			kind: 'thrown',
			error: new Error('No credential.'),
			sent: false,
		};
		expect(toNodeError(tool, thrown, 0).message).toBe(
			'No credential. Nothing was sent for this item.',
		);
	});

	it('that goes on as an item has the remedy beside the message', () => {
		expect(toErrorItem(refused, 0).json).toMatchObject({
			error: "'URL' is required",
			message: remedy,
		});
	});
});
