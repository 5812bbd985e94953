import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

const mapped = (value: IDataObject) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema: Object.keys(value).map((id) => ({ id, displayName: id, type: 'string' })),
});

async function call(parameters: IDataObject) {
	const { items } = await execute({
		parameters: {
			resource: 'catalog',
			operation: 'call',
			specifyCalls: 'tool',
			...parameters,
		} as INodeParameters,
		onError: 'continueRegularOutput',
	});
	return items[0]?.json;
}

const lookup = {
	__rl: true,
	mode: 'list',
	value: 'companies/lookup',
	cachedResultName: 'Companies',
};

it('a selected tool is called with the filled fields', async () => {
	const json = await call({ tool: lookup, toolOptions: mapped({ domain: 'northmole.example' }) });
	expect(service.requests.map(({ body }) => body)).toEqual([
		{
			catalog: [
				{ provider: 'companies', capability: 'lookup', options: { domain: 'northmole.example' } },
			],
		},
	]);
	expect(json).toMatchObject({ data: { domain: 'northmole.example' }, creditsCost: 5 });
});

it('a selected tool names its own fields if the call fails', async () => {
	const json = await call({ tool: lookup, toolOptions: mapped({ domain: 'nobody.example' }) });
	expect(json?.message).toContain("Check 'Tool' and the tool options in 'Tool Options'.");
	expect(json?.message).not.toMatch(/Calls|Provider/);
});

it('a selected tool names its own fields if the service does not know the tool', async () => {
	const json = await call({
		tool: 'companies/unheard-of',
		specifyToolOptions: 'json',
		toolOptionsJson: '{}',
	});
	expect(json?.message).toContain("Correct 'Tool'.");
	expect(json?.details).toMatchObject({ httpCode: 404 });
});

it.each([
	['catalog.0.options.domain', { toolOptions: mapped({ domain: 'a' }) }, 'Tool Options > domain'],
	[
		'catalog.0.options.domain',
		{ specifyToolOptions: 'json', toolOptionsJson: '{"domain":"a"}' },
		'Tool Options (JSON) > domain',
	],
	['catalog.0.capability', {}, 'Tool'],
	['catalog.0', {}, 'Tool'],
])(
	'a selected tool names the field for an issue of the service at %s: %j',
	async (path, given, field) => {
		const details = [{ path: path.split('.'), message: 'is not right' }];
		const body = { success: false, error: 'Bad Request', details };
		service.addFaults(faults.fault({ kind: 'json', status: 400, body }));
		const json = await call({ tool: lookup, ...given });
		expect(json?.details).toMatchObject({ fields: [{ field, message: 'is not right' }] });
	},
);

it('a tool is required, and nothing is sent without a tool', async () => {
	const json = await call({ toolOptions: mapped({ domain: 'a' }) });
	expect(json).toMatchObject({ error: "'Tool' is required" });
	expect(service.requests).toEqual([]);
});
