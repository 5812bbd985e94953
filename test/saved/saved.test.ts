import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf } from '../../nodes/WebData/triggers/events/verify';
import { loadBuiltNode, runNode } from '../support/builtNode';
import { runPoll } from '../support/pollNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

interface Saved {
	name?: string;
	parameters: INodeParameters;
	staticData?: IDataObject;
}

interface SavedNode extends Saved {
	binary?: IBinaryKeyData;
	request: { method: string; path: string; body?: IDataObject };
}

interface SavedTrigger extends Saved {
	requests: { line: string; body?: IDataObject }[];
	events: { event: IDataObject; starts: boolean }[];
}

interface SavedPageTrigger extends Saved {
	bodies: IDataObject[];
	changes: string[];
}

const SECRET = 'tide';
const trigger = loadBuiltNode('WebDataTrigger');
const pageTrigger = loadBuiltNode('WebDataPageTrigger');
const { node, service } = useBuiltNode();
let host: TriggerHost;

beforeAll(async () => {
	host = await startTriggerHost(trigger);
});
beforeEach(() => host.reset());
afterAll(() => host.close());

const filesIn = (folder: string): string[] =>
	readdirSync(join(__dirname, folder)).filter((name) => name.endsWith('.json'));

const savedIn = <Node extends Saved>(folder: string): Node[] =>
	filesIn(folder).flatMap((file) => jest.requireActual<Node[]>(`./${folder}/${file}`));

const nodes = savedIn<SavedNode>('.');

it.each([
	['.', node],
	['webDataTrigger', trigger],
	['webDataPageTrigger', pageTrigger],
])('there is a saved workflow for each version in %s', (name, { description: { version } }) => {
	const versions = [version].flat().map((each) => `v${each}.json`);
	expect(filesIn(name).sort()).toEqual(versions.sort());
});

it.each(nodes.map((each) => [`${each.request.method} ${each.request.path}`, each] as const))(
	'webData: %s',
	async (_name, { parameters, binary, request }) => {
		const { items } = await runNode(node, {
			binary: binary && [binary],
			parameters: { ...parameters, requestSettings: { previewRequest: true } },
			credential: { baseUrl: 'https://data.example.com', apiKey: 'key' },
		});
		const { method, url, body } = items[0]?.json ?? {};
		const { path, ...expected } = request;
		expect({ method, url, body }).toEqual({ ...expected, url: `https://data.example.com${path}` });
	},
);

const insert = <Value>(value: Value, names: Record<string, string>): Value =>
	JSON.parse(
		JSON.stringify(value).replace(/\{(\w+)\}/g, (place, name: string) => names[name] ?? place),
	) as Value;

async function receives(event: IDataObject, header: string): Promise<boolean> {
	const body = JSON.stringify({ success: true, ...event });
	const before = host.executions.length;
	const status = await host.post(body, {
		'x-web-data-token': String(host.staticData.token),
		[header]: signatureOf(Buffer.from(body), SECRET),
	});
	expect(status).toBe(200);
	return host.executions.length > before;
}

it.each(savedIn<SavedTrigger>('webDataTrigger'))('webDataTrigger: $name', async (saved) => {
	const { parameters, staticData = {} } = saved;
	Object.assign(host, {
		...{ parameters, staticData },
		credential: { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: SECRET },
	});
	await host.activate();
	const { token, monitorId } = host.staticData;
	const { signatureHeader = 'X-Firecrawl-Signature' } = (parameters.options ?? {}) as IDataObject;
	for (const { event, starts } of saved.events) {
		expect(await receives(event, String(signatureHeader))).toBe(starts);
	}
	await host.deactivate();
	const names = { url: host.url, token: String(token), monitorId: String(monitorId) };
	const sent = service.requests.map(({ method, path, body }) => ({
		line: `${method} ${path}`,
		body,
	}));
	expect(sent).toEqual(insert(saved.requests, names));
});

it.each(savedIn<SavedPageTrigger>('webDataPageTrigger'))(
	'webDataPageTrigger: $name',
	async ({ parameters, staticData = {}, bodies, changes }) => {
		const credential = { baseUrl: service.url, apiKey: service.apiKey };
		const { items } = await runPoll(pageTrigger, { parameters, credential, staticData });
		expect(service.requests.map(({ body }) => body)).toEqual(bodies);
		expect(items.map(({ json }) => json.changeStatus)).toEqual(changes);
	},
);
