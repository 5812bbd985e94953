// What holds of whatever comes out of the node.

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Every text in a value, keys included. JSON.stringify gives up on what is nested some thousand levels deep. */
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

function expectWithoutKey(value: unknown, apiKey: string): void {
	expect(textsIn(value).filter((text) => text.includes(apiKey))).toEqual([]);
}

const isErrorItem = ({ json }: INodeExecutionData): boolean =>
	Object.keys(json).join() === 'error,message,details';

/** An item of the success output, or an error item; nothing between the two. */
function expectWellFormed(items: readonly INodeExecutionData[], apiKey: string): void {
	expectWithoutKey(items, apiKey);
	for (const item of items) {
		expect(item.pairedItem).toEqual({ item: 0 });
		if (!isErrorItem(item)) {
			expect(Object.hasOwn(item.json, 'error')).toBe(false);
			continue;
		}
		expect(item.json.error).toMatch(/\S/);
		expect(item.json.message).toMatch(/\S/);
		expect(typeof (item.json.details as IDataObject).retryable).toMatch(/^(boolean|string)$/);
	}
}

/** The node's own errors are the only ones that it throws. */
function expectNodeError(error: unknown, apiKey: string): void {
	const { constructor, message, description, context } = error as Error & {
		description: unknown;
		context: unknown;
	};
	expect(constructor.name).toMatch(/^Node(Api|Operation)Error$/);
	expect(message).toMatch(/\S/);
	expectWithoutKey([message, description, context], apiKey);
}

/** What a run came to, as items or as the error that it threw; anything else that it threw is thrown on. */
export async function expectSound(
	run: Promise<INodeExecutionData[]>,
	goesOn: boolean,
	apiKey: string,
): Promise<INodeExecutionData[]> {
	const came = await run.then(
		(items) => ({ items }),
		(error: unknown) => ({ error }),
	);
	if ('items' in came) {
		expectWellFormed(came.items, apiKey);
		return came.items;
	}
	if (goesOn) throw came.error;
	expectNodeError(came.error, apiKey);
	return [];
}
