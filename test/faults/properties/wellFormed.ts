import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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

function expectWithoutKey(value: unknown, apiKey: string): void {
	expect(textsIn(value).filter((text) => text.includes(apiKey))).toEqual([]);
}

const isErrorItem = ({ json }: INodeExecutionData): boolean =>
	Object.keys(json).join() === 'error,message,details';

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

function expectNodeError(error: unknown, apiKey: string): void {
	const { constructor, message, description, context } = error as Error & {
		description: unknown;
		context: unknown;
	};
	expect(constructor.name).toMatch(/^Node(Api|Operation)Error$/);
	expect(message).toMatch(/\S/);
	expectWithoutKey([message, description, context], apiKey);
}

export async function expectSound(
	run: Promise<INodeExecutionData[]>,
	continueOnFail: boolean,
	apiKey: string,
): Promise<INodeExecutionData[]> {
	const outcome = await run.then(
		(items) => ({ items }),
		(error: unknown) => ({ error }),
	);
	if ('items' in outcome) {
		expectWellFormed(outcome.items, apiKey);
		return outcome.items;
	}
	if (continueOnFail) throw outcome.error;
	expectNodeError(outcome.error, apiKey);
	return [];
}
