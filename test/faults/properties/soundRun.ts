import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { executeContext } from '../../support/builtNode';

interface FormRun {
	parameters: Record<string, unknown>;
	credential: { baseUrl: string; apiKey: string };
	continueOnFail: boolean;
}

const file = {
	data: Buffer.from('<p>text</p>').toString('base64'),
	fileName: 'page.html',
	mimeType: 'text/html',
};

/** Runs the node with parameters that n8n does not check. */
async function itemsOf(node: INodeType, { parameters, credential, continueOnFail }: FormRun) {
	const onError = continueOnFail ? 'continueRegularOutput' : 'stopWorkflow';
	const binary = [{ data: file }];
	const context = executeContext(node, { parameters: {}, credential, onError, binary });
	const getNodeParameter = (name: string, _item: number, fallback?: unknown): unknown =>
		Object.hasOwn(parameters, name) ? (parameters[name] ?? fallback) : fallback;
	const own = { getNodeParameter: getNodeParameter as IExecuteFunctions['getNodeParameter'] };
	const output = await node.execute?.call(Object.assign(context, own));
	if (!Array.isArray(output)) throw new Error('The node returned no items');
	return output.flat();
}

/** Returns every string in a value, including keys. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const pending: unknown[] = [value];
	while (pending.length > 0) {
		const next = pending.pop();
		if (typeof next === 'string') texts.push(next);
		else if (typeof next === 'object' && next !== null)
			pending.push(...Object.entries(next).flat());
	}
	return texts;
}

const expectWithoutKey = (value: unknown, apiKey: string): void =>
	expect(textsIn(value).filter((text) => text.includes(apiKey))).toEqual([]);

function expectItem({ json, pairedItem }: INodeExecutionData): void {
	expect(pairedItem).toEqual({ item: 0 });
	if (Object.keys(json).join() !== 'error,message,details') {
		return expect(Object.hasOwn(json, 'error')).toBe(false);
	}
	for (const text of [json.error, json.message]) expect(text).toMatch(/\S/);
	expect(typeof (json.details as IDataObject).retryable).toMatch(/^(boolean|string)$/);
}

function expectNodeError(error: unknown, apiKey: string): void {
	const { constructor, message, ...rest } = error as Error;
	expect(constructor.name).toMatch(/^Node(Api|Operation)Error$/);
	expect(message).toMatch(/\S/);
	const { description, context } = rest as { description?: unknown; context?: unknown };
	expectWithoutKey([message, description, context], apiKey);
}

/** Runs the node and expects items or a node error, without the API key. Returns the items. */
export async function expectSoundRun(
	node: INodeType,
	run: FormRun,
): Promise<readonly INodeExecutionData[]> {
	const { apiKey } = run.credential;
	try {
		const items = await itemsOf(node, run);
		expectWithoutKey(items, apiKey);
		items.forEach(expectItem);
		return items;
	} catch (error) {
		if (run.continueOnFail) throw error;
		expectNodeError(error, apiKey);
		return [];
	}
}
