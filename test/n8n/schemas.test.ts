import { resources } from '../../nodes/WebData/operations';
import { outputSchema } from '../support/outputSchemas';
import { type N8n, startN8n } from './n8n';
import { SET_UP_TIMEOUT_MS } from './setup';
import { nodeType } from './workflow';

let n8n: N8n;

beforeAll(async () => {
	n8n = await startN8n();
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await n8n?.stop();
}, 60_000);

const ask = (path: string) => fetch(`${n8n.url}/schemas/${nodeType}/${path}.json`);

const names = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => `${value}/${operation.value}`),
);

it.each(names)('n8n serves the output schema of %s', async (name) => {
	const answer = await ask(`1.0.0/${name}`);
	expect(answer.status).toBe(200);
	expect(await answer.json()).toEqual(outputSchema(name));
});

it.each(['1.0.0/scrape/nothing', '9.0.0/scrape/scrape'])(
	'n8n serves no output schema for %s',
	async (path) => {
		expect((await ask(path)).status).toBe(404);
	},
);
