// Tests that nodes saved with any earlier version of the package still send the same requests.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readdirSync } from 'node:fs';
import { loadBuiltNode, runNode } from '../support/builtNode';

interface SavedNode {
	parameters: INodeParameters;
	request: { method: string; path: string; body?: IDataObject };
}

const node = loadBuiltNode();
const versions = readdirSync(__dirname).filter((name) => name.endsWith('.json'));
const saved = versions.flatMap((file) =>
	jest
		.requireActual<SavedNode[]>(`./${file}`)
		.map((each) => [file, `${each.request.method} ${each.request.path}`, each] as const),
);

it('there is a saved workflow for each version of the node', () => {
	const { version } = node.description;
	const all = Array.isArray(version) ? version : [version];
	expect(versions.sort()).toEqual(all.map((each) => `v${each}.json`).sort());
});

it.each(saved)('%s: %s', async (_file, _name, { parameters, request }) => {
	const { items } = await runNode(node, {
		parameters: { ...parameters, requestSettings: { previewRequest: true } },
		credential: { baseUrl: 'https://data.example.com', apiKey: 'key' },
	});
	const { method, url, body } = items[0]?.json ?? {};
	expect({ method, url, body }).toEqual({
		method: request.method,
		url: `https://data.example.com${request.path}`,
		body: request.body,
	});
});
