import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	ResourceMapperFields,
} from 'n8n-workflow';
import * as faults from '../localService/faults';
import { caught } from '../support/caught';
import { useBuiltNode } from '../support/useBuiltNode';
import { isCloud, n8nRequestHelper } from '../support/build';

const { node, service, time, run, respond } = useBuiltNode();

interface Editor {
	form?: IDataObject;
	credential?: IDataObject;
	helpers?: object;
}

const editor = ({ form = {}, credential, helpers }: Editor) =>
	({
		getNode: () => ({ name: 'Web Data', type: 'n8n-nodes-web-data.webData', parameters: {} }),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: service.url, apiKey: service.apiKey, ...credential }),
		getCurrentNodeParameter: (name: string) => form[name],
		helpers: { ...(isCloud ? { httpRequest: n8nRequestHelper() } : {}), ...helpers },
	}) as unknown as ILoadOptionsFunctions;

async function search(name: string, of: Editor = {}, filter?: string, token?: string) {
	const method = node.methods?.listSearch?.[name];
	if (method === undefined) throw new Error(`There is no list ${name}`);
	return (await method.call(editor(of), filter, token)) as INodeListSearchResult;
}

async function fields(of: Editor): Promise<ResourceMapperFields> {
	const method = node.methods?.resourceMapping?.getToolOptions;
	if (method === undefined) throw new Error('There are no fields');
	return await method.call(editor(of));
}

const located = (value: unknown) => ({ __rl: true, mode: 'list', value });

const valuesOf = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

it('browser sessions are listed if they are active', async () => {
	const [ended, id] = [
		(await run('browserSession.create')).first.id,
		(await run('browserSession.create')).first.id,
	];
	await run('browserSession.delete', { sessionId: { ...located(ended), mode: 'id' } });
	expect(await search('searchSessions', {}, '')).toMatchObject({
		results: [{ name: `${String(id)}, just now`, value: id }],
	});
});

describe('tools', () => {
	it('are filtered by the service, free of charge', async () => {
		const list = await search('searchTools', {}, 'currency');
		expect(valuesOf(list)).toEqual(['rates/convert']);
		expect(service.charged).toBe(0);
	});

	it('escape HTML in the texts of the service', async () => {
		const error = 'Down for <img src=x onerror=alert(1)> & maintenance';
		respond({ success: false, error }, { status: 400, times: 0 });
		const list = await fields({ form: { tool: located('rates/convert') } });
		expect(list.emptyFieldsNotice).toContain('&lt;img src=x onerror=alert(1)>');
		expect(list.emptyFieldsNotice).not.toContain('<');
	});
});

describe('an error', () => {
	it.each(['searchRuns', 'searchTools'])(
		'of %s for an unknown key is reported without the key',
		async (name) => {
			const apiKey = 'sk-wrong-key-of-the-editor-0123456789';
			respond({ success: false, error: `Unauthorized: Invalid token ${apiKey}` }, { status: 401 });
			const error = await caught(search(name, { credential: { apiKey } }));
			expect(error).toMatchObject({
				httpCode: '401',
				description: expect.stringMatching(/API Key/),
			});
			expect(JSON.stringify(error) + String(error)).not.toContain(apiKey);
		},
	);

	it('for a rate limit is retried twice after a short wait', async () => {
		service.addFaults(faults.rateLimited({ retryAfter: 2 }, { times: 1 }));
		expect(await search('searchRuns')).toMatchObject({ results: [] });
		expect(time.sleeps.filter((ms) => ms >= 2000)).toHaveLength(1);
	});

	it('names the rejected field if the service only says that the request is not valid', async () => {
		const details = [{ path: ['before'], message: 'Invalid date' }];
		respond({ success: false, error: 'Bad Request', details }, { status: 400 });
		await expect(search('searchRuns')).rejects.toMatchObject({ message: "'before': Invalid date" });
	});

	it('for a rate limit with a longer wait is reported', async () => {
		service.addFaults(faults.rateLimited({ retryAfter: 60 }, { times: 0 }));
		await expect(search('searchRuns')).rejects.toMatchObject({ httpCode: '429' });
		expect(service.requests).toHaveLength(1);
	});

	it("for an address that the instance's egress filter blocks is reported", async () => {
		const refusal = { ok: false, error: new Error('blocked') };
		const getSecureEgressFilter = () => ({
			validateUrl: async () => await Promise.resolve(refusal),
			createSecureLookup: () => undefined,
		});
		const result = search('searchRuns', { helpers: { getSecureEgressFilter } });
		await expect(result).rejects.toMatchObject({
			description: expect.stringContaining('N8N_SSRF_ALLOWED'),
		});
		expect(service.requests).toEqual([]);
	});
});
