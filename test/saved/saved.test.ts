import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import { readdirSync } from 'node:fs';
import { loadBuiltNode, runNode } from '../support/builtNode';
import { operations } from '../cases';

interface SavedNode {
	parameters: INodeParameters;
	binary?: IBinaryKeyData;
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

it('there is a saved workflow for each operation', () => {
	const names = saved.map(([, , { parameters }]) => {
		const { resource = 'scrape', operation = 'scrape' } = parameters;
		return `${String(resource)}.${String(operation)}`;
	});
	expect(operations.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
});

it.each(saved)('%s: %s', async (_file, _name, { parameters, binary, request }) => {
	const { items } = await runNode(node, {
		binary: binary && [binary],
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
